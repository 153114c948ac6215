// SPDX-License-Identifier: MIT

/// A list of command handlers, such as those of an app, of a preview or of a test.
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
/// A list has one handler per command type: a second one is ignored, with a runtime warning.
public struct CommandHandlers: Sendable {
  typealias Route = (
    type: any Command.Type, handle: @Sendable (any Command) -> UntypedEffect?
  )

  /// In list order.
  private(set) var handlers: [Route] = []

  /// Creates a list of the handlers in `build`.
  public init(
    file: StaticString = #fileID, line: UInt = #line,
    @ListBuilder<CommandHandlers> _ build: () -> [CommandHandlers]
  ) {
    for route in build().flatMap(\.handlers) {
      if handlers.contains(where: { $0.type == route.type }) {
        let site = CallSite(file: file, line: line)
        Misuse.duplicateHandler(of: route.type, first: nil, at: site).warn()
      } else {
        handlers.append(route)
      }
    }
  }

  /// Creates a list of one closure, which handles the commands of a type with actions of any type.
  public init<Handled: Command>(
    for type: Handled.Type, _ handle: @escaping @Sendable (Handled) -> Effect
  ) {
    self.init(type) { handle($0).untyped }
  }

  /// Creates a list of one closure, which handles the commands of a type with actions of one type.
  public init<Handled: Command, ActionType>(
    for type: Handled.Type, sending: ActionType.Type,
    _ handle: @escaping @Sendable (Handled) -> EffectOf<ActionType>
  ) {
    self.init(type) { handle($0).untyped }
  }

  init<Handled: Command>(
    _ type: Handled.Type, _ handle: @escaping @Sendable (Handled) -> UntypedEffect?
  ) {
    // The cast succeeds: a route is found with the command's type.
    handlers = [(type, { @Sendable in ($0 as? Handled).flatMap(handle) })]
  }

  /// Returns this list with `others` as the handlers of their command types.
  public func replacing(_ others: some CommandHandling) -> CommandHandlers {
    var result = self
    for route in others.commandHandlers.handlers {
      if let index = result.handlers.firstIndex(where: { $0.type == route.type }) {
        result.handlers[index] = route
      } else {
        result.handlers.append(route)
      }
    }
    return result
  }
}

extension ListBuilder<CommandHandlers> {
  /// Returns a list of one handler.
  public static func buildExpression(_ handler: some CommandHandler) -> [CommandHandlers] {
    [handler.commandHandlers]
  }
}
