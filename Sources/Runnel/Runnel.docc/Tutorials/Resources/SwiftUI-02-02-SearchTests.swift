import Runnel
import Testing

@testable import Words

@Test func `found words are part of the state`() {
  var state = Search.State()
  Search.reducer.reduce(&state, Search.Action.found(["otter"]))
  #expect(state.hits == ["otter"])
}
