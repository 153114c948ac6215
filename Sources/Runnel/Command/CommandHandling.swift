// SPDX-License-Identifier: MIT

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
