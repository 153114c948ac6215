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
  await clock.advance(by: .milliseconds(300))
  await store.receive(.found(["otter"])) {
    $0.hits = ["otter"]
    $0.isSearching = false
  }
  await store.finish()
}
