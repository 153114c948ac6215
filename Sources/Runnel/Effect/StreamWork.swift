// SPDX-License-Identifier: MIT

/// Work that sends an action for each element of a sequence.
final class StreamWork<Elements: AsyncSequence & Sendable>: EffectWork, @unchecked Sendable {
  // `@unchecked`: like the base class, it has constant, sendable properties.
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

  override func run(_ sender: ActionSender) async throws {
    for try await element in elements {
      if let action = action(element) { sender.dispatch(action) }
    }
  }
}

/// A sequence whose first iteration can use a subscription that has begun earlier.
protocol SubscribingSequence {
  /// Returns the same sequence, subscribed.
  func subscribed() -> Self
}

/// Work that is a closure, which sends actions of one type or of any.
final class SendingWork<ActionType>: EffectWork, @unchecked Sendable {
  // `@unchecked`: like the base class, it has constant, sendable properties.
  private let body: @Sendable (SendOf<ActionType>) async throws -> Void

  init(
    name: String, priority: TaskPriority?,
    _ body: @escaping @Sendable (SendOf<ActionType>) async throws -> Void
  ) {
    self.body = body
    super.init(name: name, priority: priority)
  }

  override func run(_ sender: ActionSender) async throws {
    try await body(SendOf(sender: sender))
  }
}
