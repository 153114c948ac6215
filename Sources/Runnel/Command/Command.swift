// SPDX-License-Identifier: MIT

/// A side effect as plain data.
///
/// A reducer returns an effect that performs a command; a ``CommandHandler`` outside the reducer
/// handles it. A feature thus needs no dependencies: it can be tested without the network, and
/// shown in a preview with other handlers.
///
/// ```swift
/// enum LoginCommand: Command, Equatable { case login(user: String, password: String) }
///
/// return .perform(LoginCommand.login(user: user, password: password))
/// ```
///
/// The results of a command come back as actions, as with any ``Effect``. All modifiers apply to
/// ``EffectOf/perform(_:file:line:)``.
public protocol Command: Sendable {}

/// A type that handles the commands of one type.
///
/// ```swift
/// struct LoginHandler: CommandHandler {
///   let api: LoginAPI
///   func handle(_ command: LoginCommand) -> EffectOf<LoginAction> {
///     switch command {
///     case .login(let user, let password):
///       .once { [api] in .loggedIn(try await api.login(user, password)) }
///     }
///   }
/// }
/// store.handle(with: LoginHandler(api: live)).dispose(on: disposer)
/// ```
///
/// A handler neither reads nor changes the state. Its results are actions, which are reduced with
/// the state at that time.
public protocol CommandHandler<Handled>: CommandHandling {
  /// The type of the commands that the handler handles.
  associatedtype Handled: Command
  /// The type of the actions that result from the commands, or `any Action`.
  associatedtype ActionType = any Action

  /// Returns the effect of a command.
  ///
  /// Called in a task, off the store's queue. Must not block. The modifiers around the command
  /// apply to the effect.
  func handle(_ command: Handled) -> EffectOf<ActionType>
}

/// A ``CommandHandler``, or a list of them.
///
/// ``StoreOf/handle(with:file:line:)`` and ``CommandHandlers/replacing(_:)`` take either.
public protocol CommandHandling: Sendable {
  /// The handlers, one for each command type.
  var commandHandlers: CommandHandlers { get }
}

extension CommandHandler {
  /// A list of this handler.
  public var commandHandlers: CommandHandlers {
    CommandHandlers(Handled.self) { handle($0).untyped }
  }
}

extension CommandHandlers: CommandHandling {
  /// This list.
  public var commandHandlers: CommandHandlers { self }
}
