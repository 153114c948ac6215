// SPDX-License-Identifier: MIT

private enum ProfileAction: Action { case renamed(String), visited }

@Suite struct MiddlewareTests {
  struct AppState: Equatable, Sendable {
    var session = Session()
    var profile = Profile()
    var counter = 0
  }

  struct Session: Equatable, Sendable { var isOpen = false }

  typealias Profile = ScopingTests.Profile
  enum SessionAction: Action { case opened }
  struct Doubled: Action {}
  struct Patient: Action {}

  @Test func `Actions without a reducer are reported, and reducers are listed`() async {
    let print = Printer()
    #snippet("Find out why nothing happens")
    let reducer = Reducer<Profile>.updating(ProfileAction.self) { profile, _ in
      profile.visits += 1
    }
    let store = Store(state: AppState(), reducer: reducer.scope(\.profile), middleware: [strict])
    await store.settle(after: ProfileAction.visited, Patient())
    #expect(print.lines.count == 1)
    #expect(print.lines.first?.hasSuffix("not reduced: no reducer handles its type") == true)
    #snippet("Find out why nothing happens", 2)
  }

  private func vetoRepeatOrDelay(_ appReducer: Reducer<AppState>, _ queue: DispatchQueue) {
    #snippet("Middleware.swift")
    do { #snippet("Overview", 2) }
    #snippet("Veto, replace, repeat or delay actions", 1...3)
    #snippet("Order of middleware")
    #snippet("Scope middleware to a feature")
  }

  @Test
  func `A copy of the state that is retained while next runs causes arrays to be copied`() async {
    func copies(
      _ keep: @escaping @Sendable (Middleware<LargeState>.Context) -> any Sendable
    ) async -> Int {
      let copies = Counter()
      let keeping = Middleware<LargeState> { action, context, next in
        let kept = keep(context)
        next(action)
        withExtendedLifetime(kept) {}
      }
      let store = makeLargeStore(count: 100, copies: copies, middleware: [keeping])
      await store.settle(after: Doubled(), Doubled())
      return copies.value
    }
    #expect(await copies { $0.state(\.counter) } == 0)
    #expect(await copies { $0.state() } == 2)
  }
}
