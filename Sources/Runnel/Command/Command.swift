// SPDX-License-Identifier: MIT

/// A side effect as plain data.
///
/// A reducer returns it in an effect, and a ``CommandHandler`` outside performs it: a feature needs
/// no dependencies, its tests no network, and a preview takes other handlers.
///
/// ```swift
/// enum LoginCommand: Command, Equatable { case login(user: String, password: String) }
///
/// return .perform(LoginCommand.login(user: user, password: password))
/// ```
///
/// Its results come back as actions. All modifiers apply to ``EffectOf/perform(_:file:line:)``.
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
/// It neither reads nor changes the state: its results are actions.
public protocol CommandHandler<Handled>: CommandHandling {
  /// The type of the commands that the handler handles.
  associatedtype Handled: Command
  /// The type of the actions that result from the commands, or `any Action`.
  associatedtype ActionType = any Action

  /// Returns the effect of a command.
  ///
  /// Called in a task off the store's queue; must not block. The command's modifiers apply to it.
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
  typealias Route = (type: any Command.Type, handle: @Sendable (any Command) -> UntypedEffect?)

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

extension StoreOf {
  /// Adds a command handler, or a list of them, until the returned token is disposed or released.
  ///
  /// A handler handles the commands of its type from the whole store, even if added to a scope: a
  /// feature can bring its own. A second handler for a type is ignored, with a runtime warning: to
  /// replace one, dispose of it first, or compose ``CommandHandlers``.
  ///
  /// Its effects continue after the handler's end. The token doesn't retain the store.
  public func handle(
    with handlers: some CommandHandling, file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    engine.effects.commands.add(
      handlers.commandHandlers, of: engine, at: CallSite(file: file, line: line))
  }

  /// Adds a closure that handles commands, until the returned token is disposed or released.
  ///
  /// For previews, tests, and small handlers. See ``handle(with:file:line:)``.
  public func handle<Handled: Command>(
    _ type: Handled.Type, file: StaticString = #fileID, line: UInt = #line,
    _ handle: @escaping @Sendable (Handled) -> EffectOf<ActionType>
  ) -> Disposable {
    self.handle(with: CommandHandlers(type) { handle($0).untyped }, file: file, line: line)
  }
}

struct CommandRegistry: Sendable {
  private let routes = Locked<[(route: CommandHandlers.Route, site: CallSite)]>([])

  /// Adds handlers until the token ends, except those whose command type already has one.
  func add(_ handlers: CommandHandlers, of engine: Engine, at site: CallSite) -> Disposable {
    var added: [CommandHandlers.Route] = []
    for route in handlers.handlers {
      let first = routes.withLock { routes in
        let first = routes.first { $0.route.type == route.type }?.site
        if first == nil { routes.append((route, site)) }
        return first
      }
      if let first {
        Misuse.duplicateHandler(of: route.type, first: first, at: site).warn(in: engine)
      } else {
        added.append(route)
      }
    }
    // The handlers hold objects of the user's, which the token releases with nothing locked.
    return Disposable(at: site) { [routes, added] in
      routes.withLock { routes in
        routes.removeAll { known in added.contains { $0.type == known.route.type } }
      }
    }
  }

  func handler(of command: any Command) -> (@Sendable (any Command) -> UntypedEffect?)? {
    let type = type(of: command)
    return routes.withLock { routes in routes.first { $0.route.type == type }?.route.handle }
  }
}
