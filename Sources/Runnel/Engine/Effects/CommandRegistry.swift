// SPDX-License-Identifier: MIT

/// The command handlers of one store, by command type.
struct CommandRegistry: Sendable {
  /// A list of handlers that was added at once.
  private final class Addition: Sendable {
    let site: CallSite

    init(at site: CallSite) {
      self.site = site
    }
  }

  private let routes = Locked<[ObjectIdentifier: (route: CommandRoute, addition: Addition)]>([:])

  /// Adds handlers to a store, except those whose command type already has one.
  ///
  /// - Returns: A token that removes the handlers.
  func add(_ handlers: CommandHandlers, of engine: Engine, at site: CallSite) -> Disposable {
    let addition = Addition(at: site)
    let refused = routes.withLock { routes in
      var refused: [(type: any Command.Type, first: CallSite)] = []
      for route in handlers.handlers {
        let key = ObjectIdentifier(route.type)
        if let first = routes[key] {
          refused.append((route.type, first.addition.site))
        } else {
          routes[key] = (route, addition)
        }
      }
      return refused
    }
    for (type, first) in refused {
      Misuse.duplicateHandler(of: type, first: first, at: site).warn(in: engine)
    }
    return Disposable(at: site) { [routes] in
      let before = routes.withLock { routes in
        let before = routes
        routes = before.filter { $0.value.addition !== addition }
        return before
      }
      // Released with nothing locked: handlers hold objects of the user's.
      withExtendedLifetime(before) {}
    }
  }

  /// Returns the effect of the handler, if there is one.
  func effect(of command: any Command) -> UntypedEffect? {
    routes.withLock { $0[ObjectIdentifier(type(of: command))]?.route }?.handle(command)
  }
}

/// A type-erased handler.
struct CommandRoute: Sendable {
  let type: any Command.Type
  let handle: @Sendable (any Command) -> UntypedEffect

  init<Handled: Command>(
    _ type: Handled.Type, _ handle: @escaping @Sendable (Handled) -> UntypedEffect
  ) {
    self.type = type
    // The cast succeeds: a route is found with the command's type.
    self.handle = { ($0 as? Handled).map(handle) ?? .none }
  }
}
