// SPDX-License-Identifier: MIT

/// Who handles which commands of one store.
struct CommandDesk: Sendable {
  private struct State {
    var last = 0
    var routes: [ObjectIdentifier: (number: Int, route: CommandRoute, site: CallSite)] = [:]
  }

  private let state = Locked(State())

  /// Takes handlers on, but for those whose type of command has one, and returns what tells them.
  func add(_ handlers: CommandHandlers, at site: CallSite) -> Int {
    let (number, refused) = state.withLock { state in
      state.last += 1
      var refused: [(type: any Command.Type, first: CallSite)] = []
      for route in handlers.handlers {
        let key = ObjectIdentifier(route.type)
        if let first = state.routes[key] {
          refused.append((route.type, first.site))
        } else {
          state.routes[key] = (state.last, route, site)
        }
      }
      return (state.last, refused)
    }
    for (type, first) in refused { Misuse.secondHandler(of: type, first: first, at: site).warn() }
    return number
  }

  /// Lets those handlers go that were taken on as `number`.
  func remove(_ number: Int) {
    let removed = state.withLock { state in
      let removed = state.routes.filter { $0.value.number == number }
      for key in removed.keys { state.routes[key] = nil }
      return removed
    }
    // Only here: handlers hold objects of the user's.
    withExtendedLifetime(removed) {}
  }

  /// Has a command performed.
  func perform(_ command: any Command, _ send: Send) async throws {
    let route = state.withLock { $0.routes[ObjectIdentifier(type(of: command))]?.route }
    guard let route else { return send.run.runner.reportUnhandled(command, at: send.site) }
    try await route.handle(command).body?(send)
  }
}
