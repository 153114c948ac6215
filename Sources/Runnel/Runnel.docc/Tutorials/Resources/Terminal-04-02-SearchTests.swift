import Runnel
import RunnelTesting
import Testing

@testable import words

@Test func `the search starts after a pause`() async {
  let clock = ManualClock()
  let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
    .accepting(Search.Action.self)
  store.handle(with: SearchHandler(list: WordList()))

  await store.send(.typed("ot")) {
    $0.text = "ot"
    $0.isSearching = true
  }
}
