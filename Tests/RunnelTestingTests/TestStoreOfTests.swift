// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct TestStoreOfTests {
  private enum Search {
    struct State: Equatable, Sendable {
      var text = ""
      var hits: [String] = []
    }

    enum Action: Runnel.Action, Equatable {
      case typed(String)
      case found([String])
    }

    struct Find: Command, Equatable { let text: String }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        return .perform(Find(text: text)).debounce(id: "find", for: .seconds(1))
      case .found(let hits):
        state.hits = hits
        return .none
      }
    }
  }

  @Test func `a typed test store sends, receives and answers with a leading dot`() async {
    let clock = ManualClock()
    let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
      .accepting(Search.Action.self)
    store.handle(Search.Find.self) { find in .once { .found([find.text]) } }
    await store.send(.typed("a")) { $0.text = "a" }
    await clock.advance(by: .seconds(1))
    await store.receive(.found(["a"])) { $0.hits = ["a"] }
    #expect(store.state == Search.State(text: "a", hits: ["a"]))
    await store.finish()
  }

  @Test func `a typed test store reports at its end what the test did not receive`() async {
    await withKnownIssue {
      let store = TestStore(state: Search.State(), reducer: Search.reducer)
        .accepting(Search.Action.self)
      store.store.dispatch(.found(["late"]))
      await store.store.settled()
    }
  }
}
