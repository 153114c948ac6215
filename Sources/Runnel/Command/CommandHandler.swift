// SPDX-License-Identifier: MIT

/// A type that performs the commands of one type.
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
/// A handler neither reads nor changes the state. Its results are actions, which are reduced with
/// the state at that time.
public protocol CommandHandler<Handled>: Sendable {
  /// The type of the commands that the handler performs.
  associatedtype Handled: Command

  /// Returns the reply that performs a command.
  ///
  /// Called in a task of the effect, off the store's queue. Must not block.
  func handle(_ command: Handled) -> CommandReply
}
