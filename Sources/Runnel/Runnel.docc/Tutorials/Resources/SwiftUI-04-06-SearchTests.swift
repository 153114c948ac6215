import Runnel
import RunnelTesting
import Testing

@testable import Words

@Test func `found words are part of the state`() {
  var state = Search.State()
  Search.reducer.reduce(&state, Search.Action.found(["otter"]))
  #expect(state.hits == ["otter"])
}

@Test func `the search starts after a pause`() async {
  let clock = ManualClock()
  let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
    .accepting(Search.Action.self)
  store.handle(Search.Command.self) { _ in .once { .found(["otter"]) } }

  await store.send(.typed("ot")) {
    $0.text = "ot"
    $0.isSearching = true
  }
  await clock.advance(by: .milliseconds(300))
  await store.receive(.found(["otter"])) {
    $0.hits = ["otter"]
    $0.isSearching = false
  }
  await store.finish()
}
