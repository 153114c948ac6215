// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The examples of the documentation comments of `RunnelTesting`.
@Suite struct TestingDocCommentTests {
  typealias Search = TestingExamples.Search
  typealias SearchCommand = Search.Command

  struct Document: Equatable, Sendable { var text = "draft" }

  @Test func `The example of TestStore passes`() async {
    let clock = ManualClock()
    let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
      .accepting(Search.Action.self)
    store.handle(SearchCommand.self) { _ in .once { .found(["a"]) } }

    await store.send(.textChanged("swift")) { $0.text = "swift" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found(["a"])) { $0.hits = ["a"] }
    await store.finish()
  }

  @Test func `The example of ManualClock advances the time`() async {
    enum Search {
      struct State: Equatable, Sendable { var text = "", isSettled = false }
      enum Action: Runnel.Action, Equatable { case textChanged(String), settled }

      static let reducer = Reducer<State>.on(Action.self) { state, action in
        guard case .textChanged(let text) = action else {
          state.isSettled = true
          return .none
        }
        state.text = text
        return .send(Action.settled).debounce(id: "text", for: .milliseconds(300))
      }
    }

    let clock = ManualClock()
    let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
    await store.send(Search.Action.textChanged("swift")) { $0.text = "swift" }
    await clock.advance(by: .milliseconds(300))

    await store.receive(Search.Action.settled) { $0.isSettled = true }
    await store.finish()
  }

  enum Counter {
    struct State: Equatable, Sendable { var count = 0 }

    enum Action: Runnel.Action { case incremented }

    static let reducer = Reducer<State>.updating(Action.self) { state, _ in state.count += 1 }
  }

  @Test func `The example of ValueRecorder records values`() async {
    let store = TestStore(state: Counter.State(), reducer: Counter.reducer)

    let counts = ValueRecorder(store.store.scope(\.count))
    await store.send(Counter.Action.incremented) { $0.count = 1 }
    #expect(counts.values == [0, 1])

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

    let view = ViewRecorder(HitsProps())
    view.connect(to: store.store, by: HitsConnector())
    await store.send(Search.Action.found(["a"])) { $0.hits = ["a"] }
    #expect(view.values.map(\.title) == ["No hits", "1 hit"])

    await store.finish()
  }

  @Test func `The example of ServiceRecorder records props`() async {
    struct State: Equatable, Sendable { var document = Document() }
    let store = TestStore(state: State(), reducer: .edits)

    let autosave = ServiceRecorder(Document())
    autosave.connect(to: store.store.scope(\.document))

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

    let login = CommandSpy(LoginCommand.self) { _ in .once { LoginAction.loggedIn } }
    store.handle(with: login)
    await store.send(LoginAction.submitted)
    #expect(login.commands == [.login(user: "otter", password: "river")])

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

    await expectReleased {
      let player = Player(store: store)
      player.play()
      return player
    }
  }
}
