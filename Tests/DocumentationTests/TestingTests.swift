// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

#if canImport(XCTest)
  import XCTest
#endif

/// The feature that the examples test.
enum TestingExamples {
  enum Search {
    struct State: Equatable, Sendable {
      var text = ""
      var hits: [String] = []
      var hasFailed = false
    }

    enum Action: Runnel.Action, Equatable {
      case textChanged(String)
      case found([String])
      case failed
    }

    enum Command: Runnel.Command, Equatable { case find(String) }

    enum ID { case search }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .textChanged(let text):
        state.text = text
        return .perform(Command.find(text))
          .catch { _ in .failed }
          .debounce(id: ID.search, for: .milliseconds(300))
      case .found(let hits):
        state.hits = hits
        return .none
      case .failed:
        state.hasFailed = true
        return .none
      }
    }
  }
}

/// The examples of the article on testing.
@Suite struct TestingTests {
  let clock = ManualClock()
  private typealias Search = TestingExamples.Search

  @Test func `A reducer is called without a store`() {
    var state = Search.State()
    Search.reducer.reduce(&state, Search.Action.found(["otter"]))
    #expect(state.hits == ["otter"])
  }

  @Test func searching() async {
    let clock = ManualClock()
    let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
      .accepting(Search.Action.self)
    store.handle(Search.Command.self) { _ in .once { .found(["otter"]) } }

    await store.send(.textChanged("ot")) { $0.text = "ot" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found(["otter"])) { $0.hits = ["otter"] }
    await store.finish()
  }

  @Test func `The page shows the failure that is reported`() async throws {
    let text = Locked("")
    await withKnownIssue {
      let store = TestStore(state: Search.State(), reducer: Search.reducer)
      await store.send(Search.Action.textChanged("ot")) { $0.text = "o" }
      await store.skipEffects()
    } matching: { issue in
      text.withLock { $0 = issue.comments.map(\.rawValue).joined() }
      return true
    }
    let page = try Repository.text(of: Repository.page("Testing"))
    let shown = text.withLock { $0.replacing("TestingExamples.", with: "") }
    #expect(page.contains("```text\n\(shown)\n```"))
  }

  @Test func `A test advances the clock`() async {
    let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
      .accepting(Search.Action.self)
    store.handle(Search.Command.self) { _ in .once { Search.Action.found(["otter"]) } }

    await store.send(.textChanged("o")) { $0.text = "o" }
    await clock.advance(by: .milliseconds(299))
    await store.send(.textChanged("ot")) { $0.text = "ot" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found(["otter"])) { $0.hits = ["otter"] }

    await store.finish()
  }

  private struct SearchError: Error {}

  @Test func `A spy records commands`() async {
    let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
      .accepting(Search.Action.self)

    let spy = CommandSpy(Search.Command.self) { _ in .once { throw SearchError() } }
    store.handle(with: spy)

    await store.send(.textChanged("ot")) { $0.text = "ot" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.failed) { $0.hasFailed = true }
    #expect(spy.commands == [.find("ot")])

    await store.finish()
  }

  private typealias Note = ReducersTests.Note
  private typealias Sketch = ReducersTests.Sketch
  private typealias ProfileForm = ReducersTests.ProfileForm

  @Test func `A test states the steps of a history`() async {
    let store = TestStore(state: Note.State(), reducer: Note.reducer)
      .accepting(Note.Action.self)
    await store.send(.typed("a")) {
      $0.history.record($0.text)
      $0.text = "a"
    }
    await store.send(.undone) { $0.history.undo(&$0.text) }
    await store.send(.redone) { $0.history.redo(&$0.text) }

    await store.finish()
    let untyped = TestStore(state: Editor(), reducer: Self.editing)
    await untyped.send(EditorAction.typed("a")) {
      $0.history.record($0.filter)
      $0.filter = "a"
    }
    await untyped.send(UndoAction<String>.undo) { $0.history.undo(&$0.filter) }
    await untyped.finish()
  }

  private typealias Editor = ReducersTests.Editor
  private typealias EditorAction = ReducersTests.EditorAction
  private static let editing = ReducersTests.editorReducer
    .undoable(\.filter, history: \.history, limit: 5)

  @Test func `A test states the steps of a whole state`() async {
    let sketching = ReducersTests.sketching
    let store = TestStore(state: Undoable(Sketch.State()), reducer: sketching)
      .accepting(Sketch.Action.self)
    await store.send(.drew(1)) {
      $0.record()
      $0.present.points = [1]
    }
    await store.send(.undone) { $0.undo() }

    await store.finish()
  }

  @Test func `A test sends a set action`() async {
    let store = TestStore(state: ProfileForm.State(), reducer: ProfileForm.reducer)
      .accepting(ProfileForm.Action.self)
    await store.send(.set(\.name, to: "Ada")) { $0.name = "Ada" }
    await store.finish()
  }

  private struct HitsConnector: Connector {
    func stateToProps(state: Search.State, dispatcher: any ActionDispatcher) -> String {
      "\(state.hits.count) hits"
    }
  }

  @Test @MainActor func `A recorder records the props of a connector`() async {
    let store = TestStore(state: Search.State(), reducer: Search.reducer)
      .accepting(Search.Action.self)

    let view = ViewRecorder("")
    view.connect(to: store.store, by: HitsConnector())

    await store.send(.found(["otter", "auk"])) { $0.hits = ["otter", "auk"] }
    await store.send(.failed) { $0.hasFailed = true }
    #expect(view.values == ["0 hits", "2 hits"])

    await store.finish()
  }

  @Test func `A recorder records the values of a scope`() async {
    let store = TestStore(state: Search.State(), reducer: Search.reducer)
      .accepting(Search.Action.self)

    let counts = ValueRecorder(store.store.scope(\.hits.count))
    await store.send(.found(["otter"])) { $0.hits = ["otter"] }
    #expect(counts.values == [0, 1])

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

    await expectReleased(after: store) {
      let autosave = Autosave()
      autosave.connect(to: store.scope(\.text))
      store.dispatch(Search.Action.textChanged("ot"))
      return autosave
    }
  }

  @Test func `Without exhaustivity, a test asserts only a part`() async {
    let store = TestStore(
      state: Search.State(), reducer: Search.reducer, clock: clock, exhaustivity: .off
    ).accepting(Search.Action.self)
    store.handle(Search.Command.self) { _ in .once { .found(["otter"]) } }

    await store.send(.textChanged("o"))
    await store.send(.textChanged("ot")) { $0.text = "ot" }
    await clock.run()
    await store.expect(\.hits, ["otter"])
    await store.finish()
  }
}

#if canImport(XCTest)
  private typealias Search = TestingExamples.Search

  final class SearchTests: XCTestCase {
    func testFinding() async {
      let store = TestStore(state: Search.State(), reducer: Search.reducer)
        .accepting(Search.Action.self)
      await store.send(.found(["otter"])) { $0.hits = ["otter"] }
      await store.finish()
    }
  }
#endif
