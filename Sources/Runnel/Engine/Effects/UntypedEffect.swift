// SPDX-License-Identifier: MIT

/// An effect of any type of action: an action, work, or what applies to the effects inside it.
///
/// A class: a copy of an effect is a reference. `Effect.none` is `nil`.
@usableFromInline
package class UntypedEffect: @unchecked Sendable {
  // `@unchecked`: the effects inside are taken out only from an object that has no other reference.
  // The rest of this class and of its subclasses is constant and sendable.

  package enum Kind: Sendable {
    /// A list of no effects, whose place matters if it is delayed.
    case nothing
    case send(any Action)
    case work
    case perform(any Command)
    case cancel(EffectID)
    case merge
    case concatenate
    case cancellable(EffectID, cancelInFlight: Bool)
    case debounce(EffectID, Duration)
    case throttle(EffectID, Duration, latest: Bool)
    case limited(EffectID, to: Int)
    case delay(Duration)
    case timeout(Duration)
    case retry(limit: Int, Backoff, resettingAfter: Duration?)
    case `catch`(@Sendable (any Error) -> UntypedEffect?)
    case map(@Sendable (any Action) -> any Action)
    case detached
  }

  package final let kind: Kind
  final let site: CallSite
  /// The number of effects inside: two or more in a list, one in a modifier, none in a leaf.
  final let count: Int
  // The first one lies in the object: a modifier allocates no array. `nil`: it does nothing.
  private final var first: UntypedEffect?
  private final var others: [UntypedEffect]
  /// Whether the effect, or one inside it, has a cancellation ID.
  final let hasID: Bool
  /// Whether the effect, or one inside it, is detached from the state.
  package final let hasDetached: Bool
  /// Whether nothing in the effect belongs to the state.
  final let isDetached: Bool
  /// The effect is an action, or lists of actions.
  final let onlySends: Bool

  init(
    _ kind: Kind, around first: UntypedEffect? = nil, _ others: [UntypedEffect] = [],
    at site: CallSite
  ) {
    self.kind = kind
    self.site = site
    self.first = first
    self.others = others
    var (hasID, isDetached, isList) = (false, false, false)
    switch kind {
    case .nothing, .send, .work, .perform, .cancel: count = 0
    case .cancellable, .debounce, .throttle, .limited: (count, hasID) = (1, true)
    case .detached: (count, isDetached) = (1, true)
    case .merge, .concatenate: (count, isList) = (1 + others.count, true)
    case .delay, .timeout, .retry, .catch, .map: count = 1
    }
    if count == 0 {
      (self.hasID, hasDetached, self.isDetached) = (false, false, false)
      onlySends = if case .send = kind { true } else { false }
      return
    }
    onlySends = isList && first?.onlySends == true && others.allSatisfy { $0.onlySends }
    self.hasID = hasID || first?.hasID == true || others.contains { $0.hasID }
    self.isDetached = isDetached || first?.isDetached == true && others.allSatisfy { $0.isDetached }
    hasDetached = isDetached || first?.hasDetached == true || others.contains { $0.hasDetached }
  }

  // In a loop: a recursive release of a deeply nested effect would overflow the stack.
  deinit {
    if count == 0 { return }
    var pending = takeParts()
    while var next = pending.popLast() {
      if isKnownUniquelyReferenced(&next) { pending += next.takeParts() }
    }
  }

  /// Takes out the effects inside that contain others.
  private final func takeParts() -> [UntypedEffect] {
    defer { (first, others) = (nil, []) }
    return count == 0 ? [] : parts.filter { $0.count > 0 }
  }

  // MARK: Composition

  static func modified(_ effect: UntypedEffect?, by kind: Kind) -> UntypedEffect? {
    // Around an effect that does nothing, a modifier matters for its ID or its time.
    if effect?.isNothing ?? true, kind.id == nil {
      guard case .delay = kind else { return effect }
    }
    return UntypedEffect(kind, around: effect, at: effect?.site ?? CallSite(file: "?", line: 0))
  }

  /// Flattens nested lists of the same kind, and drops effects that do nothing.
  static func combined(
    _ effects: [UntypedEffect?], isSequence: Bool, at site: CallSite
  ) -> UntypedEffect? {
    var parts = effects.compactMap { $0?.isNothing == false ? $0 : nil }
    if parts.count < 2 { return parts.first ?? UntypedEffect(.nothing, at: site) }
    parts = parts.flatMap { $0.isList && $0.isSequence == isSequence ? $0.parts : [$0] }
    let first = parts.removeFirst()
    return UntypedEffect(isSequence ? .concatenate : .merge, around: first, parts, at: site)
  }

  final var isNothing: Bool { if case .nothing = kind { true } else { false } }

  /// A list has at least two effects.
  final var isList: Bool { count > 1 }

  final var isSequence: Bool { if case .concatenate = kind { true } else { false } }

  final var parts: [UntypedEffect] { first.map { [$0] + others } ?? [] }

  final subscript(index: Int) -> UntypedEffect? { index == 0 ? first : others[index - 1] }

  final var work: EffectWork? {
    if case .work = kind { unsafeDowncast(self, to: EffectWork.self) } else { nil }
  }

  /// The commands that the effect performs, in the order in which they are written.
  final var commands: [any Command] {
    var commands: [any Command] = []
    var pending = [self]
    while let effect = pending.popLast() {
      if case .perform(let command) = effect.kind { commands.append(command) }
      pending += effect.parts.reversed()
    }
    return commands
  }
}

extension UntypedEffect.Kind {
  /// The ID with which this modifier lets the effect be canceled.
  var id: EffectID? {
    switch self {
    case .cancellable(let id, _), .debounce(let id, _), .throttle(let id, _, _),
      .limited(let id, _):
      id
    default: nil
    }
  }
}

/// The base class of work in a task: a user's typed closure would need a second one around it.
///
/// `@unchecked`: as `UntypedEffect` states.
class EffectWork: UntypedEffect, @unchecked Sendable {
  final let name: String
  final let priority: TaskPriority?

  init(name: String, priority: TaskPriority?, at site: CallSite) {
    self.name = name
    self.priority = priority
    super.init(.work, at: site)
  }

  /// Returns the same work with a subscription that begins now, if the work subscribes to a store.
  ///
  /// Called when the effect starts: its task would miss the values that come before it runs.
  func subscribed() -> EffectWork? { nil }

  func run(_ send: Send) async throws {}
}

/// Work that is a closure, which sends actions of one type or of any.
///
/// `@unchecked`: as `UntypedEffect` states.
final class SendingWork<ActionType>: EffectWork, @unchecked Sendable {
  private let body: @Sendable (SendOf<ActionType>) async throws -> Void

  init(
    name: String, priority: TaskPriority?, at site: CallSite,
    _ body: @escaping @Sendable (SendOf<ActionType>) async throws -> Void
  ) {
    self.body = body
    super.init(name: name, priority: priority, at: site)
  }

  override func run(_ send: Send) async throws {
    try await body(SendOf(runner: send.runner, node: send.node))
  }
}

/// Work that sends an action for each element of a sequence.
///
/// `@unchecked`: as `UntypedEffect` states.
final class StreamWork<Elements: AsyncSequence & Sendable>: EffectWork, @unchecked Sendable {
  private let elements: Elements
  private let action: @Sendable (Elements.Element) -> (any Action)?

  init(
    _ elements: Elements, at site: CallSite,
    _ action: @escaping @Sendable (Elements.Element) -> (any Action)?
  ) {
    self.elements = elements
    self.action = action
    super.init(name: "stream", priority: nil, at: site)
  }

  override func subscribed() -> EffectWork? {
    // On a thread that holds a state, which must not wait for another one, the task subscribes.
    guard let values = elements as? any SubscribingSequence, !CallContext.currentHoldsAnyState,
      let subscribed = values.subscribed() as? Elements
    else { return nil }
    return StreamWork(subscribed, at: site, action)
  }

  override func run(_ send: Send) async throws {
    for try await element in elements {
      if let action = action(element) { send.dispatch(action, from: site) }
    }
  }
}

/// A sequence whose first iteration can use a subscription that has begun earlier.
protocol SubscribingSequence {
  func subscribed() -> Self
}
