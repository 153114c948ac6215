// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Adds a command handler, or a list of them, until the returned token is disposed or released.
  ///
  /// A handler handles the commands of its type from the whole store, even if it is added to a
  /// scope. A feature can therefore bring its own handler. A store has one handler per command
  /// type. A second one is ignored and reported as a runtime warning with the type's name. To
  /// replace a handler, dispose of the first one, or compose ``CommandHandlers``.
  ///
  /// The effects of commands continue when their handler is removed. The token does not retain the
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
  /// Use it for previews, tests, and handlers that need no type of their own. See
  /// ``handle(with:file:line:)``.
  public func handle<Handled: Command>(
    _ type: Handled.Type,
    file: StaticString = #fileID, line: UInt = #line,
    _ handle: @escaping @Sendable (Handled) -> EffectOf<ActionType>
  ) -> Disposable {
    self.handle(with: CommandHandlers(type) { handle($0).untyped }, file: file, line: line)
  }
}

/// The command handlers of one store, by command type.
struct CommandRegistry: Sendable {
  private let routes = Locked<[ObjectIdentifier: (CommandHandlers.Route, at: CallSite)]>([:])

  /// Adds handlers to a store, except those whose command type already has one.
  ///
  /// - Returns: A token that removes the handlers.
  func add(_ handlers: CommandHandlers, of engine: Engine, at site: CallSite) -> Disposable {
    let (added, refused) = routes.withLock { routes in
      var added: [ObjectIdentifier] = []
      var refused: [(type: any Command.Type, first: CallSite)] = []
      for route in handlers.handlers {
        let key = ObjectIdentifier(route.type)
        if let first = routes[key] {
          refused.append((route.type, first.at))
        } else {
          routes[key] = (route, site)
          added.append(key)
        }
      }
      return (added, refused)
    }
    for (type, first) in refused {
      Misuse.duplicateHandler(of: type, first: first, at: site).warn(in: engine)
    }
    return Disposable(at: site) { [routes] in
      // Released with nothing locked: handlers hold objects of the user's.
      _ = routes.withLock { routes in added.map { routes.removeValue(forKey: $0) } }
    }
  }

  /// Returns the handler of a command, if there is one.
  func handler(of command: any Command) -> (@Sendable (any Command) -> UntypedEffect?)? {
    routes.withLock { $0[ObjectIdentifier(type(of: command))]?.0 }?.handle
  }
}
