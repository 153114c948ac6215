// SPDX-License-Identifier: MIT

/// An effect of any type of action, as the engine runs it.
@usableFromInline
package struct UntypedEffect: Sendable {
  package enum Kind: Sendable {
    indirect case send(any Action)
    case work(EffectWork)
    indirect case perform(any Command)
    indirect case cancel(EffectID)
    case compound(CompoundEffect)
  }

  /// `nil` for an effect that does nothing.
  var kind: Kind?
  /// The place where the effect was created.
  let site: CallSite
  /// The dynamic reducer that returned the effect, or 0.
  package var dynamicReducer: UInt64 = 0
  /// Where the paths of its actions begin.
  package var pathBase: PathBase?
  /// Whom of many its actions are for, or `nil` if they are for all.
  package var address: Address?
  /// The identities of the values on the way, from the outside in.
  ///
  /// `nonisolated(unsafe)`: an identity is a part of a state, which is `Sendable`.
  nonisolated(unsafe) var identities: [AnyHashable] = []
  /// The slice of the part that the effect belongs to, once the drain has found it.
  var owner: Slice?
  /// The innermost value with an identity on the way, if a part of the effect outlives it.
  var identity: Slice?
  /// That part was absent already, so only what is detached from it may begin.
  package var isOrphaned = false

  package init(_ kind: Kind?, at site: CallSite) {
    self.kind = kind
    self.site = site
  }

  static let none = UntypedEffect(nil, at: CallSite(file: "?", line: 0))

  /// Forgets where the effect was returned.
  mutating func forgetPlace() {
    (pathBase, address, identities) = (nil, nil, [])
  }

  // MARK: Composition

  func modified(by rule: EffectRule) -> UntypedEffect {
    if kind == nil, !rule.countsForNothing { return self }
    return UntypedEffect(.compound(CompoundEffect(rule, self)), at: site)
  }

  /// Flattens nested lists of the same kind, and drops effects that do nothing.
  static func combined(
    _ effects: [UntypedEffect], isSequence: Bool, at site: CallSite
  ) -> UntypedEffect {
    let effects = effects.filter { $0.kind != nil }
    if effects.count < 2 { return effects.first ?? UntypedEffect(nil, at: site) }
    var parts = effects.flatMap { effect in
      guard let list = effect.compound, list.isList, list.rule.isSequence == isSequence
      else { return [effect] }
      return list.effects
    }
    let first = parts.removeFirst()
    let list = CompoundEffect(isSequence ? .concatenate : .merge, first, parts)
    return UntypedEffect(.compound(list), at: site)
  }

  var compound: CompoundEffect? {
    if case .compound(let compound) = kind { compound } else { nil }
  }

  /// What is inside the effect, at any depth.
  struct Contents: OptionSet {
    let rawValue: UInt8
    /// An effect with a cancellation ID.
    static let id = Contents(rawValue: 1)
    /// An effect that is detached from the state.
    static let detached = Contents(rawValue: 2)
    /// Nothing that isn't detached from the state.
    static let onlyDetached = Contents(rawValue: 4)
  }

  var contents: Contents { compound?.contents ?? [] }

  /// A Boolean value indicating whether a part of the effect is detached from the state.
  package var hasDetached: Bool { contents.contains(.detached) }

  /// The commands that the effect performs, in the order in which they are written.
  var commands: [any Command] {
    var commands: [any Command] = []
    var pending = [self]
    while let effect = pending.popLast() {
      switch effect.kind {
      case .perform(let command): commands.append(command)
      case .compound(let compound): pending += compound.effects.reversed()
      case .send, .work, .cancel, nil: break
      }
    }
    return commands
  }
}

/// What an effect means for the effects inside it: a list of several, or a modifier around one.
enum EffectRule: Sendable {
  case merge
  case concatenate
  case cancellable(EffectID, cancelInFlight: Bool)
  case debounce(EffectID, Duration)
  case throttle(EffectID, Duration, latest: Bool)
  case limited(EffectID, to: Int)
  case delay(Duration)
  case timeout(Duration)
  case retry(limit: Int, Backoff, resettingAfter: Duration?)
  case `catch`(@Sendable (any Error) -> UntypedEffect)
  case map(@Sendable (any Action) -> any Action)
  case detached

  /// The ID with which the effect can be canceled because of this modifier.
  var id: EffectID? {
    switch self {
    case .cancellable(let id, _), .debounce(let id, _), .throttle(let id, _, _),
      .limited(let id, _):
      id
    default: nil
    }
  }

  var isSequence: Bool { if case .concatenate = self { true } else { false } }
  var isDetached: Bool { if case .detached = self { true } else { false } }
  var isDebounce: Bool { if case .debounce = self { true } else { false } }
  var isThrottle: Bool { if case .throttle = self { true } else { false } }
  var isLimited: Bool { if case .limited = self { true } else { false } }

  /// The modifier matters around an effect that does nothing, for its ID or its time.
  var countsForNothing: Bool { if case .delay = self { true } else { id != nil } }
}

/// A list of effects, or an effect with a modifier around it.
///
/// `@unchecked`: the effects are taken out only from an object that has no other reference. The
/// rest is constant.
package final class CompoundEffect: @unchecked Sendable {
  let rule: EffectRule
  let contents: UntypedEffect.Contents
  // The first one lies in the object: a modifier allocates no array.
  private var first: UntypedEffect
  private var others: [UntypedEffect]

  init(_ rule: EffectRule, _ first: UntypedEffect, _ others: [UntypedEffect] = []) {
    self.rule = rule
    self.first = first
    self.others = others
    var (any, all) = (first.contents, first.contents)
    for effect in others {
      any.formUnion(effect.contents)
      all.formIntersection(effect.contents)
    }
    any.subtract(.onlyDetached)
    any.formUnion(all.intersection(.onlyDetached))
    if rule.id != nil { any.insert(.id) }
    if case .detached = rule { any.formUnion([.detached, .onlyDetached]) }
    contents = any
  }

  // Releases what is inside in a loop. A recursive release of a deeply nested effect would overflow
  // the stack.
  deinit {
    var pending = takeCompounds()
    while var next = pending.popLast() {
      if isKnownUniquelyReferenced(&next) { pending += next.takeCompounds() }
    }
  }

  private func takeCompounds() -> [CompoundEffect] {
    defer { (first.kind, others) = (nil, []) }
    return effects.compactMap(\.compound)
  }

  var count: Int { others.count + 1 }

  /// A list has at least two effects.
  var isList: Bool { count > 1 }

  var effects: [UntypedEffect] { [first] + others }

  subscript(index: Int) -> UntypedEffect { index == 0 ? first : others[index - 1] }
}
