// SPDX-License-Identifier: MIT

/// The command handlers of one store, by command type.
struct CommandRegistry: Sendable {
  private struct State {
    var lastNumber = 0
    var routes: [ObjectIdentifier: (number: Int, route: CommandRoute, site: CallSite)] = [:]
  }

  private let state = Locked(State())

  /// Adds handlers, except those whose command type already has one.
  ///
  /// - Returns: The number with which to remove the handlers.
  func add(_ handlers: CommandHandlers, at site: CallSite) -> Int {
    let (number, refused) = state.withLock { state in
      state.lastNumber += 1
      var refused: [(type: any Command.Type, first: CallSite)] = []
      for route in handlers.handlers {
        let key = ObjectIdentifier(route.type)
        if let first = state.routes[key] {
          refused.append((route.type, first.site))
        } else {
          state.routes[key] = (state.lastNumber, route, site)
        }
      }
      return (state.lastNumber, refused)
    }
    for (type, first) in refused { Misuse.secondHandler(of: type, first: first, at: site).warn() }
    return number
  }

  func remove(_ number: Int) {
    let removed = state.withLock { state in
      let removed = state.routes.filter { $0.value.number == number }
      for key in removed.keys { state.routes[key] = nil }
      return removed
    }
    // Released with nothing locked: handlers hold objects of the user's.
    withExtendedLifetime(removed) {}
  }

  /// Performs a command with the handler of its type.
  func perform(_ command: any Command, _ send: Send) async throws {
    let route = state.withLock { $0.routes[ObjectIdentifier(type(of: command))]?.route }
    guard let route else { return send.runner.reportUnhandled(command, at: send.site) }
    try await route.handle(command).body?(send)
  }
}
