// SPDX-License-Identifier: MIT

#if canImport(XCTest)
  import XCTest
#endif

/// The feature that the examples test.
enum TestingExamples {
  #snippet("Overview")
}

@Suite struct TestingTests {
  let clock = ManualClock()
  private typealias Search = TestingExamples.Search

  @Test func `A reducer is called without a store`() {
    #snippet("Test a reducer")
  }

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

  @Test func `A test advances the clock`() async {
    let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
      .accepting(Search.Action.self)
    store.handle(Search.Command.self) { _ in .once { Search.Action.found(["otter"]) } }
    #snippet("Control time")
    await store.finish()
  }

  private struct SearchError: Error {}

  @Test func `A spy records commands`() async {
    let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
      .accepting(Search.Action.self)
    #snippet("Test commands")
    await store.finish()
  }

  private typealias Note = ReducersTests.Note
  private typealias Sketch = ReducersTests.Sketch
  private typealias ProfileForm = ReducersTests.ProfileForm

  @Test func `A test states the steps of a history, or of a whole state`() async {
    do {
      #snippet("Undo")
      await store.finish()
    }
    let sketching = ReducersTests.sketching
    #snippet("Undo", 2)
    await store.finish()
  }

  @Test func `A test sends a set action`() async {
    let store = TestStore(state: ProfileForm.State(), reducer: ProfileForm.reducer)
      .accepting(ProfileForm.Action.self)
    #snippet("Forms")
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
    #snippet("Test components")
    await store.finish()
  }

  @Test func `A recorder records the values of a scope`() async {
    let store = TestStore(state: Search.State(), reducer: Search.reducer)
      .accepting(Search.Action.self)
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

#if canImport(XCTest)
  private typealias Search = TestingExamples.Search

  #snippet("Use XCTest")
#endif
