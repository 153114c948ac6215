// SPDX-License-Identifier: MIT

/// A result builder for lists of handlers.
///
/// ``CommandHandlers`` applies it to its closure; there is no need to name it.
@resultBuilder
public enum CommandHandlersBuilder {
  /// Collects one handler.
  public static func buildExpression(_ handler: some CommandHandler) -> [CommandHandlers] {
    [CommandHandlers(handler)]
  }

  /// Collects the handlers of another list.
  public static func buildExpression(_ handlers: CommandHandlers) -> [CommandHandlers] {
    [handlers]
  }

  /// Collects several handlers, in order.
  public static func buildBlock(_ handlers: [CommandHandlers]...) -> [CommandHandlers] {
    handlers.flatMap(\.self)
  }

  /// Collects the handlers of a loop.
  public static func buildArray(_ handlers: [[CommandHandlers]]) -> [CommandHandlers] {
    handlers.flatMap(\.self)
  }

  /// Collects the handlers of an `if`.
  public static func buildOptional(_ handlers: [CommandHandlers]?) -> [CommandHandlers] {
    handlers ?? []
  }

  /// Collects the handlers of an `if` with an `else`.
  public static func buildEither(first handlers: [CommandHandlers]) -> [CommandHandlers] {
    handlers
  }

  /// Collects the handlers of an `else`.
  public static func buildEither(second handlers: [CommandHandlers]) -> [CommandHandlers] {
    handlers
  }

  /// Collects the handlers of an `if #available`.
  public static func buildLimitedAvailability(_ handlers: [CommandHandlers]) -> [CommandHandlers] {
    handlers
  }
}
