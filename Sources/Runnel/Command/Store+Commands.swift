// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Adds a command handler, or a list of them, until the returned token is disposed or released.
  ///
  /// A handler handles the commands of its type from the whole store, even if it is added to a
  /// scope: a feature can bring its own. A store has one handler per command type. A second one is
  /// ignored and reported as a runtime warning with the type's name. To replace a handler, dispose
  /// of the first one, or compose ``CommandHandlers``.
  ///
  /// The effects of commands continue when their handler is removed. The token doesn't retain the
  /// store.
  public func handle(
    with handlers: some CommandHandling,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    engine.effects.commands.add(
      handlers.commandHandlers, of: engine, at: CallSite(file: file, line: line))
  }

  /// Adds a closure that handles commands, until the returned token is disposed or released.
  ///
  /// For previews, tests, and handlers that need no type of their own. See
  /// ``handle(with:file:line:)``.
  public func handle<Handled: Command>(
    _ type: Handled.Type,
    file: StaticString = #fileID, line: UInt = #line,
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
