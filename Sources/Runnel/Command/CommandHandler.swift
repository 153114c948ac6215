// SPDX-License-Identifier: MIT

/// Performs the commands of one type.
///
/// ```swift
/// struct LoginHandler: CommandHandler {
///   let api: LoginAPI
///   func handle(_ command: LoginCommand) -> CommandReply {
///     switch command {
///     case .login(let user, let password):
///       .once { [api] in LoginAction.loggedIn(try await api.login(user, password)) }
///     }
///   }
/// }
/// store.handle(with: LoginHandler(api: live)).dispose(on: disposer)
/// ```
///
/// A handler never sees the state and never changes it: what it finds out is told by actions, and reduced
/// with the state as it is by then.
public protocol CommandHandler<Handled>: Sendable {
  /// The commands that it performs.
  associatedtype Handled: Command

  /// Says how a command is performed. Called off the store's queue, in a task of the effect; must not block.
  func handle(_ command: Handled) -> CommandReply
}

/// How a command is performed: without an answer, with one, or with any number.
public struct CommandReply: Sendable {
  let body: (@Sendable (Send) async throws -> Void)?

  /// There is nothing to answer; what `handle` did was all.
  public static let none = CommandReply(body: nil)

  /// One action, or none, as soon as it is there. An error leaves the effect: see
  /// ``Effect/catch(_:)-((Error)->Action)``.
  public static func once(
    _ answer: @escaping @Sendable () async throws -> (any Action)?
  ) -> CommandReply {
    CommandReply { send in
      if let action = try await answer() { send(action, from: send.site) }
    }
  }

  /// An action for each element of a sequence. The command has been performed when the sequence ends.
  public static func many<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence,
    map action: @escaping @Sendable (Sequence.Element) -> (any Action)?
  ) -> CommandReply {
    CommandReply { send in
      for try await element in sequence {
        if let action = action(element) { send(action, from: send.site) }
      }
    }
  }

  /// The actions of a sequence. The command has been performed when the sequence ends.
  public static func many<Sequence: AsyncSequence & Sendable>(
    _ sequence: Sequence
  ) -> CommandReply where Sequence.Element: Action {
    many(sequence, map: { $0 })
  }

  /// As many actions as `body` sends.
  public static func run(
    _ body: @escaping @Sendable (_ send: Send) async throws -> Void
  ) -> CommandReply {
    CommandReply(body: body)
  }
}
