import Runnel
import RunnelTesting
import Testing

@testable import Words

@Test func `found words are part of the state`() {
  var state = Search.State()
  Search.reducer.reduce(&state, Search.Action.found(["otter"]))
  #expect(state.hits == ["otter"])
}

@Test func `typing changes the text`() async {
  let store = TestStore(state: Search.State(), reducer: Search.reducer)
    .accepting(Search.Action.self)
  await store.send(.typed("ot")) { $0.text = "ot" }
  await store.finish()
}
