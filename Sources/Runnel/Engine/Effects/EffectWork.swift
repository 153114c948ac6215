// SPDX-License-Identifier: MIT

/// The base class of work that runs in a task.
///
/// A class rather than a closure: the typed closure of a user would need a second one around it.
package class EffectWork: @unchecked Sendable {
  // `@unchecked`: this class and its subclasses have constant, sendable properties.

  /// The name in lists of running effects.
  package let name: String
  let priority: TaskPriority?

  init(name: String, priority: TaskPriority?) {
    self.name = name
    self.priority = priority
  }

  /// Returns the same work with a subscription that begins now, if the work subscribes to a store.
  ///
  /// Called when the effect starts, before there is a task. Otherwise the work would miss the
  /// values between the start of the effect and that of its task.
  func subscribed() -> EffectWork? { nil }

  /// Does the work.
  func run(_ send: Send) async throws {}
}

/// Work that is a closure, which sends actions of one type or of any.
///
/// `@unchecked`: as `EffectWork` states.
final class SendingWork<ActionType>: EffectWork, @unchecked Sendable {
  private let body: @Sendable (SendOf<ActionType>) async throws -> Void

  init(
    name: String, priority: TaskPriority?,
    _ body: @escaping @Sendable (SendOf<ActionType>) async throws -> Void
  ) {
    self.body = body
    super.init(name: name, priority: priority)
  }

  override func run(_ send: Send) async throws {
    try await body(SendOf(runner: send.runner, node: send.node))
  }
}

/// Work that sends an action for each element of a sequence.
///
/// `@unchecked`: as `EffectWork` states.
final class StreamWork<Elements: AsyncSequence & Sendable>: EffectWork, @unchecked Sendable {
  private let elements: Elements
  private let action: @Sendable (Elements.Element) -> (any Action)?

  init(
    _ elements: Elements, _ action: @escaping @Sendable (Elements.Element) -> (any Action)?
  ) {
    self.elements = elements
    self.action = action
    super.init(name: "stream", priority: nil)
  }

  override func subscribed() -> EffectWork? {
    // On a thread that holds a state, which must not wait for another one, the task subscribes.
    guard let values = elements as? any SubscribingSequence, !CallContext.currentHoldsAnyState,
      let subscribed = values.subscribed() as? Elements
    else { return nil }
    return StreamWork(subscribed, action)
  }

  override func run(_ send: Send) async throws {
    for try await element in elements {
      if let action = action(element) { send.dispatch(action, from: send.node.site) }
    }
  }
}

/// A sequence whose first iteration can use a subscription that has begun earlier.
protocol SubscribingSequence {
  /// Returns the same sequence, subscribed.
  func subscribed() -> Self
}
