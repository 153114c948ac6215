// SPDX-License-Identifier: MIT

/// The examples of the documentation comments of `RunnelTesting`.
@Suite struct TestingDocCommentTests {
  typealias Search = TestingExamples.Search
  typealias SearchCommand = Search.Command

  struct Document: Equatable, Sendable { var text = "draft" }

  @Test func `The example of TestStore passes`() async {
    #snippet("TestStore.swift")
  }

  @Test func `The example of ManualClock advances the time`() async {
    enum Search {
      struct State: Equatable, Sendable { var text = "" }
      enum Action: Runnel.Action { case textChanged(String) }
      static let reducer = Reducer<State>.updating(Action.self) { state, _ in state.text = "swift" }
    }

    #snippet("ManualClock.swift")
    await store.finish()
  }

  enum Counter {
    struct State: Equatable, Sendable { var count = 0 }

    enum Action: Runnel.Action { case incremented }

    static let reducer = Reducer<State>.updating(Action.self) { state, _ in state.count += 1 }
  }

  @Test func `The example of ValueRecorder records values`() async {
    let store = TestStore(state: Counter.State(), reducer: Counter.reducer)
    #snippet("ValueRecorder.swift")
    await store.finish()
  }

  struct HitsProps: Equatable { var title = "" }

  struct HitsConnector: Connector {
    func stateToProps(state: Search.State, dispatcher: any ActionDispatcher) -> HitsProps {
      HitsProps(title: state.hits.isEmpty ? "No hits" : "\(state.hits.count) hit")
    }
  }

  @Test @MainActor func `The example of ViewRecorder records props`() async {
    let store = TestStore(state: Search.State(), reducer: Search.reducer)
    #snippet("ViewRecorder.swift")
    await store.finish()
  }

  @Test func `The example of ServiceRecorder records props`() async {
    struct State: Equatable, Sendable { var document = Document() }
    let store = TestStore(state: State(), reducer: .edits)
    #snippet("ServiceRecorder.swift")
    #expect(await autosave.values(count: 1) == [Document()])
    await store.finish()
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
