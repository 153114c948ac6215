// SPDX-License-Identifier: MIT

#if canImport(XCTest)
  import XCTest
#endif

/// The feature that the examples test.
enum TestingExamples { #snippet("Overview") }

@Suite struct TestingTests {
  let clock = ManualClock()
  private typealias Search = TestingExamples.Search

  @Test func `A reducer is called without a store`() { #snippet("Test a reducer") }

  #snippet("Test a feature with its effects")

  @Test func `The page shows the failure that is reported`() async throws {
    let shown = await failure {
      let store = TestStore(state: Search.State(), reducer: Search.reducer)
      await store.send(Search.Action.textChanged("ot")) { $0.text = "o" }
      await store.skipEffects()
      await store.finish()
    }.replacing("TestingExamples.", with: "")
    let page = try Repository.text(of: Repository.page("Testing"))
    #expect(page.contains("```text\n\(shown)\n```"))
  }

  @Test func `A test advances the clock, and a spy records commands`() async {
    let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
      .accepting(Search.Action.self)
    store.handle(Search.Command.self) { _ in .once { Search.Action.found(["otter"]) } }
    #snippet("Control time")
    await store.finish()
    do {
      let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
        .accepting(Search.Action.self)
      #snippet("Test commands")
      await store.finish()
    }
  }

  private struct SearchError: Error {}

  private typealias Note = ReducersTests.Note

  @Test func `A test states the steps of a history`() async {
    let store = TestStore(state: Note.State(), reducer: Note.reducer).accepting(Note.Action.self)
    #snippet("History.swift", 2)
    await store.finish()
  }

  private struct HitsConnector: Connector {
    func stateToProps(state: Search.State, dispatcher: any ActionDispatcher) -> String {
      "\(state.hits.count) hits"
    }
  }

  @Test @MainActor func `Recorders record the props of a connector and the values of a scope`()
    async
  {
    let store = TestStore(state: Search.State(), reducer: Search.reducer)
      .accepting(Search.Action.self)
    #snippet("Test components")
    await store.send(.found([])) { $0.hits = [] }
    #snippet("Test components", 2)
    await store.finish()
  }

  private final class Autosave: ServiceComponent {
    let disposer = Disposer()
    var props = ""
  }

  @Test func `A component is released`() async {
    let store = Store(state: Search.State()) { state, action in
      if case Search.Action.textChanged(let text) = action { state.text = text }
    }

    #snippet("Find leaks")
  }

  @Test func `Without exhaustivity, a test asserts only a part`() async {
    #snippet("Test a whole app")
  }
}

/// The examples of the documentation comments of `RunnelTesting`.
@Suite struct TestingDocCommentTests {
  typealias Search = TestingExamples.Search
  typealias SearchCommand = Search.Command

  @Test func `The example of TestStore passes`() async { #snippet("TestStore.swift") }

  @Test func `The example of ManualClock advances the time`() async {
    enum Search {
      struct State: Equatable, Sendable { var text = "" }
      enum Action: Runnel.Action { case textChanged(String) }
      static let reducer = Reducer<State>.updating(Action.self) { state, _ in state.text = "swift" }
    }

    #snippet("ManualClock.swift")
    await store.finish()
  }

  private typealias Counter = MigratingFromTCATests.Counter

  struct HitsProps: Equatable { var title = "" }

  struct HitsConnector: Connector {
    func stateToProps(state: Search.State, dispatcher: any ActionDispatcher) -> HitsProps {
      HitsProps(title: state.hits.isEmpty ? "No hits" : "\(state.hits.count) hit")
    }
  }

  @Test @MainActor func `The example of ViewRecorder records props`() async {
    let store = TestStore(state: Search.State(), reducer: Search.reducer)
    #snippet("Recorders.swift", 2)
    await store.finish()
  }

  private struct Saved: Equatable, Sendable { var document = Document() }

  private func record(_ store: TestStore<Saved>) async {
    #snippet("Recorders.swift", 3)
    do {
      let store = TestStore(state: Counter.State(), reducer: Counter.reducer)
      #snippet("Recorders.swift")
    }
  }

  enum LoginCommand: Command, Equatable { case login(user: String, password: String) }
  enum LoginAction: Action, Equatable { case submitted, loggedIn }

  @Test func `The example of CommandSpy records a command`() async {
    let store = TestStore(
      state: false,
      reducer: .on(LoginAction.self) { isIn, action in
        isIn = action == .loggedIn
        return isIn ? .none : .perform(LoginCommand.login(user: "otter", password: "river"))
      })
    #snippet("CommandSpy.swift")
    await store.receive(LoginAction.loggedIn) { $0 = true }
    await store.finish()
  }

  final class Player: Sendable {
    private let disposer = Disposer()

    init(store: Store<Int>) { store.observe { _ in }.dispose(on: disposer) }

    func play() {}
  }

  @Test func `The example of expectReleased passes`() async {
    let store = Store(state: 0)
    #snippet("ExpectReleased.swift")
  }
}

#if canImport(XCTest)
  private typealias Search = TestingExamples.Search

  #snippet("Use XCTest")
#endif
