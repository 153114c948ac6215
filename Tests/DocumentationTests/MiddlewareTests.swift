// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

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
  enum ProfileAction: Action { case renamed(String), visited }
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

  // MARK: Reports

  @Test func `Actions without a reducer are reported, and reducers are listed`() async {
    let print = Printer()
    let strict = Middleware<AppState>.reports { if !$0.isReduced { print($0) } }
    let reducer = Reducer<Profile>.updating(ProfileAction.self) { profile, _ in profile.visits += 1
    }
    let store = Store(
      state: AppState(), reducer: reducer.scope(\.profile), middleware: [strict])
    await store.settle(after: ProfileAction.visited, Patient())
    #expect(print.lines.count == 1)
    #expect(print.lines.first?.hasSuffix("not reduced: no reducer handles its type") == true)
    print(store.reducers)  // [ProfileAction at \AppState.profile]
    #expect(print.lines.last == #"[MiddlewareTests.ProfileAction at \AppState.profile]"#)
  }

  // MARK: Vetoing, replacing and repeating

  @Test func `A middleware that does not call next vetoes the action`() async {
    let audit = Middleware<AppState> { action, context, next in
      guard context.state(\.session.isOpen) || action is SessionAction else { return }
      next(action)
    }
    let store = Store(state: AppState(), reducer: appReducer, middleware: [audit])

    await store.settle(after: Incremented(), SessionAction.opened, Incremented())
    #expect(store.state.counter == 1)
    do {
      let store = Store(
        state: AppState(), reducer: appReducer, middleware: [audit, .logger(.actions)])

      await store.settle(after: Incremented(), SessionAction.opened)
      #expect(store.state == AppState(session: Session(isOpen: true)))
    }
  }

  @Test func `A middleware that calls next with another action replaces it`() async {
    let trimming = Middleware<AppState> { action, _, next in
      if case ProfileAction.renamed(let name) = action {
        next(ProfileAction.renamed(String(name.prefix(20))))
      } else {
        next(action)
      }
    }

    let store = makeStore(trimming)
    await store.settle(
      after: ProfileAction.renamed(String(repeating: "o", count: 30)), Incremented())
    #expect(store.state.profile.name == String(repeating: "o", count: 20))
    #expect(store.state.counter == 1)
  }

  @Test func `A middleware that calls next twice repeats the action`() async {
    let doubling = Middleware<AppState> { action, _, next in
      next(action)
      if action is Doubled { next(action) }
    }

    let store = makeStore(doubling)
    await store.settle(after: Incremented(), Doubled())
    #expect(store.state.counter == 3)
  }

  @Test func `A middleware that calls next later delays the action beyond settled`() async {
    let queue = DispatchQueue(label: "patience")
    let gate = Gate()
    queue.async { gate.pass() }

    let patient = Middleware<AppState> { action, _, next in
      guard action is Patient else { return next(action) }
      queue.async { next(action) }
    }

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

  // MARK: Order

  @Test func `Code after next reads the state that the action produced`() async {
    let print = Printer()

    let watching = Middleware<AppState> { action, context, next in
      let before = context.state(\.counter)
      next(action)
      let after = context.state(\.counter)
      if before != after { print("\(action) made \(after) of \(before)") }
    }

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

  // MARK: Scoped middleware

  @Test func `A scoped middleware receives a slice of the state and every action`() async {
    let limit = Middleware<Profile> { action, context, next in
      if context.state(\.visits) < 3 { next(action) }
    }
    let limited = Store(
      state: AppState(), reducer: appReducer, middleware: [limit.scope(\.profile)])

    limited.dispatch(Incremented())
    for _ in 0..<5 { limited.dispatch(ProfileAction.visited) }
    await limited.settle(after: Incremented())
    #expect(limited.state.profile.visits == 3)
    #expect(limited.state.counter == 1)
  }
}
