// SPDX-License-Identifier: MIT

import Dispatch

private enum ProfileAction: Action { case renamed(String), visited }

@Suite struct MiddlewareTests {
  struct AppState: Equatable, Sendable {
    var session = Session()
    var profile = Profile()
    var counter = 0
  }

  struct Session: Equatable, Sendable { var isOpen = false }

  struct Profile: Equatable, Sendable {
    var name = ""
    var visits = 0
  }

  enum SessionAction: Action { case opened }
  struct Incremented: Action {}
  struct Doubled: Action {}
  struct Patient: Action {}

  @Sendable func appReducer(state: inout AppState, action: any Action) {
    switch action {
    case SessionAction.opened: state.session.isOpen = true
    case ProfileAction.renamed(let name): state.profile.name = name
    case ProfileAction.visited: state.profile.visits += 1
    default: state.counter += 1
    }
  }

  private func makeStore(_ middleware: Middleware<AppState>...) -> Store<AppState> {
    Store(state: AppState(), reducer: appReducer, middleware: middleware)
  }

  @Test func `Actions without a reducer are reported, and reducers are listed`() async {
    let print = Printer()
    #snippet("Find out why nothing happens")
    let reducer = Reducer<Profile>.updating(ProfileAction.self) { profile, _ in profile.visits += 1
    }
    let store = Store(
      state: AppState(), reducer: reducer.scope(\.profile), middleware: [strict])
    await store.settle(after: ProfileAction.visited, Patient())
    #expect(print.lines.count == 1)
    #expect(print.lines.first?.hasSuffix("not reduced: no reducer handles its type") == true)
    #snippet("Find out why nothing happens", 2)
    #expect(print.lines.last == #"[ProfileAction at \AppState.profile]"#)
  }

  @Test func `A middleware that does not call next vetoes the action`() async {
    #snippet("Middleware.swift")
    await store.settle(after: Incremented(), SessionAction.opened, Incremented())
    #expect(store.state.counter == 1)
    do {
      #snippet("Overview", 2)
      await store.settle(after: Incremented(), SessionAction.opened)
      #expect(store.state == AppState(session: Session(isOpen: true)))
    }
  }

  @Test func `A middleware that calls next with another action replaces it`() async {
    #snippet("Veto, replace, repeat or delay actions")
    let store = makeStore(trimming)
    await store.settle(
      after: ProfileAction.renamed(String(repeating: "o", count: 30)), Incremented())
    #expect(store.state.profile.name == String(repeating: "o", count: 20))
    #expect(store.state.counter == 1)
  }

  @Test func `A middleware that calls next twice repeats the action`() async {
    #snippet("Veto, replace, repeat or delay actions", 2)
    let store = makeStore(doubling)
    await store.settle(after: Incremented(), Doubled())
    #expect(store.state.counter == 3)
  }

  @Test func `A middleware that calls next later delays the action beyond settled`() async {
    let queue = DispatchQueue(label: "patience")
    let gate = Gate()
    queue.async { gate.pass() }
    #snippet("Veto, replace, repeat or delay actions", 3)
    let store = makeStore(patient)
    await store.settle(after: Patient())
    #expect(store.state.counter == 0)
    await store.settle(after: Incremented())
    #expect(store.state.counter == 1)
    gate.open()
    await onThread { queue.sync {} }
    await store.settled()
    #expect(store.state.counter == 2)
  }

  @Test func `Code after next reads the state that the action produced`() async {
    let print = Printer()
    #snippet("Order of middleware")
    let store = makeStore(watching)
    await store.settle(after: SessionAction.opened, Incremented())
    #expect(print.lines == ["Incremented() made 1 of 0"])
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
      await store.settle(after: Incremented(), Incremented())
      return copies.value
    }
    #expect(await copies { $0.state(\.counter) } == 0)
    #expect(await copies { $0.state() } == 2)
  }

  @Test func `A scoped middleware receives a slice of the state and every action`() async {
    #snippet("Scope middleware to a feature")
    limited.dispatch(Incremented())
    for _ in 0..<5 { limited.dispatch(ProfileAction.visited) }
    await limited.settle(after: Incremented())
    #expect(limited.state.profile.visits == 3)
    #expect(limited.state.counter == 1)
  }
}
