// SPDX-License-Identifier: MIT

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
