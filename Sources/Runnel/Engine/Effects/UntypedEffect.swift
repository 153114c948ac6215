// SPDX-License-Identifier: MIT

/// An effect of any type of action, as the engine runs it.
@usableFromInline
package struct UntypedEffect: Sendable {
  package enum Kind: Sendable {
    indirect case send(any Action)
    case work(EffectWork)
    indirect case perform(any Command)
    indirect case cancel(EffectID)
    case list(EffectList)
    case modified(ModifiedEffect)
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

  func modified(by modifier: EffectModifier) -> UntypedEffect {
    if kind == nil, !modifier.countsForNothing { return self }
    return UntypedEffect(.modified(ModifiedEffect(self, modifier)), at: site)
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

  /// A Boolean value indicating whether a part of the effect is detached from the state.
  package var hasDetached: Bool { contents.contains(.detached) }

  var contents: Contents {
    switch kind {
    case .modified(let modified): modified.contents
    case .list(let list): list.contents
    case .send, .work, .perform, .cancel, nil: []
    }
  }

  /// Flattens nested compositions of the same kind, and drops effects that do nothing.
  static func combined(
    _ effects: [UntypedEffect], isSequence: Bool, at site: CallSite
  ) -> UntypedEffect {
    let effects = effects.filter { $0.kind != nil }
    if effects.count < 2 { return effects.first ?? UntypedEffect(nil, at: site) }
    let parts = effects.flatMap { effect in
      if case .list(let list) = effect.kind, list.isSequence == isSequence { return list.effects }
      return [effect]
    }
    return UntypedEffect(.list(EffectList(parts, isSequence: isSequence)), at: site)
  }

  /// The commands that the effect performs, in the order in which they are written.
  var commands: [any Command] {
    var commands: [any Command] = []
    var pending = [self]
    while let effect = pending.popLast() {
      switch effect.kind {
      case .perform(let command): commands.append(command)
      case .list(let list): pending += list.effects.reversed()
      case .modified(let modified): pending.append(modified.effect)
      case .send, .work, .cancel, nil: break
      }
    }
    return commands
  }
}
