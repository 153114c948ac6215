// SPDX-License-Identifier: MIT

/// Several handlers as one value: what an app performs its commands with, what a preview does, what a test
/// does.
///
/// ```swift
/// let live = CommandHandlers {
///   LoginHandler(api: api)
///   PhotoHandler(library: library)
/// }
/// store.handle(with: live).dispose(on: disposer)
/// previewStore.handle(with: live.replacing(LoginHandler(api: .stub))).dispose(on: disposer)
/// ```
///
/// Each type of command has one handler. Two for one type are a programmer error, which is reported; the
/// first stays.
public struct CommandHandlers: Sendable {
  /// In the order in which they were given.
  private(set) var handlers: [CommandRoute] = []

  /// The handlers that `build` lists.
  public init(
    file: StaticString = #fileID,
    line: UInt = #line,
    @CommandHandlersBuilder _ build: () -> [CommandHandlers]
  ) {
    for route in build().flatMap(\.handlers) {
      if handlers.contains(where: { $0.type == route.type }) {
        let site = CallSite(file: file, line: line)
        Misuse.secondHandler(of: route.type, first: nil, at: site).warn()
      } else {
        handlers.append(route)
      }
    }
  }

  /// One handler.
  public init<Handler: CommandHandler>(_ handler: Handler) {
    handlers = [CommandRoute(handler)]
  }

  /// A closure that handles the commands of a type.
  public init<Handled: Command>(
    for type: Handled.Type,
    _ handle: @escaping @Sendable (Handled) -> CommandReply
  ) {
    self.init(ClosureHandler(handle: handle))
  }

  /// The same handlers, with another one for its type of command.
  public func replacing<Handler: CommandHandler>(_ handler: Handler) -> CommandHandlers {
    replacing(CommandHandlers(handler))
  }

  /// The same handlers, with others for their types of commands.
  public func replacing(_ others: CommandHandlers) -> CommandHandlers {
    var result = self
    for route in others.handlers {
      if let index = result.handlers.firstIndex(where: { $0.type == route.type }) {
        result.handlers[index] = route
      } else {
        result.handlers.append(route)
      }
    }
    return result
  }
}

/// Collects handlers. Used where ``CommandHandlers`` is given a closure; there is no need to name it.
@resultBuilder
public enum CommandHandlersBuilder {
  /// One handler.
  public static func buildExpression(_ handler: some CommandHandler) -> [CommandHandlers] {
    [CommandHandlers(handler)]
  }

  /// The handlers of another list.
  public static func buildExpression(_ handlers: CommandHandlers) -> [CommandHandlers] {
    [handlers]
  }

  /// Several handlers.
  public static func buildBlock(_ handlers: [CommandHandlers]...) -> [CommandHandlers] {
    handlers.flatMap(\.self)
  }

  /// The handlers of a loop.
  public static func buildArray(_ handlers: [[CommandHandlers]]) -> [CommandHandlers] {
    handlers.flatMap(\.self)
  }

  /// The handlers under an `if`.
  public static func buildOptional(_ handlers: [CommandHandlers]?) -> [CommandHandlers] {
    handlers ?? []
  }

  /// The handlers under an `if` that has an `else`.
  public static func buildEither(first handlers: [CommandHandlers]) -> [CommandHandlers] {
    handlers
  }

  /// The handlers under an `else`.
  public static func buildEither(second handlers: [CommandHandlers]) -> [CommandHandlers] {
    handlers
  }

  /// The handlers under an `if #available`.
  public static func buildLimitedAvailability(_ handlers: [CommandHandlers]) -> [CommandHandlers] {
    handlers
  }
}

/// A closure that handles commands.
private struct ClosureHandler<Handled: Command>: CommandHandler {
  let handle: @Sendable (Handled) -> CommandReply

  func handle(_ command: Handled) -> CommandReply { handle(command) }
}

/// The way of the commands of one type.
struct CommandRoute: Sendable {
  let type: any Command.Type
  let handle: @Sendable (any Command) -> CommandReply

  init<Handler: CommandHandler>(_ handler: Handler) {
    type = Handler.Handled.self
    handle = { command in
      // A route is found by the type of the command.
      (command as? Handler.Handled).map(handler.handle) ?? .none
    }
  }
}
