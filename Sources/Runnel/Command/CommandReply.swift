// SPDX-License-Identifier: MIT

/// The results of a command: no action, one action, or any number.
public struct CommandReply: Sendable {
  let body: (@Sendable (Send) async throws -> Void)?

  /// No action: `handle` has performed the command.
  public static let none = CommandReply(body: nil)

  /// Returns a reply that sends one action, or none, when `answer` returns.
  ///
  /// An error leaves the effect: see ``Effect/catch(_:)-((Error)->Action)``.
  public static func once(
    _ answer: @escaping @Sendable () async throws -> (any Action)?
  ) -> CommandReply {
    CommandReply { send in
      if let action = try await answer() { send.dispatch(action, from: send.site) }
    }
  }

  /// Returns a reply that sends an action for each element of a sequence, and ends with it.
  ///
  /// An element for which `action` returns `nil` is skipped.
  public static func many<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence, map action: @escaping @Sendable (Sequence.Element) -> (any Action)?
  ) -> CommandReply {
    CommandReply { send in try await send.dispatch(sequence, map: action) }
  }

  /// Returns a reply that sends the actions of a sequence, and ends with it.
  public static func many<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence
  ) -> CommandReply where Sequence.Element: Action {
    many(sequence, map: { $0 })
  }

  /// Returns a reply that sends any number of actions, and ends when `body` returns.
  public static func run(
    _ body: @escaping @Sendable (_ send: Send) async throws -> Void
  ) -> CommandReply {
    CommandReply(body: body)
  }
}
