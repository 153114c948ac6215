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

@Test func `the next text cancels a running search`() async {
  let clock = ManualClock()
  let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
    .accepting(Search.Action.self)
  store.handle(Search.Command.self) { command in
    switch command {
    case .search(let text):
      .run { send in
        try await send.sleep(for: .seconds(1))
        send(.found([text]))
      }
    }
  }

  await store.send(.typed("o")) {
    $0.text = "o"
    $0.isSearching = true
  }
  await clock.advance(by: .milliseconds(300))
  await store.send(.typed("ot")) { $0.text = "ot" }
  await clock.advance(by: .seconds(2))
  await store.receive(.found(["ot"])) {
    $0.hits = ["ot"]
    $0.isSearching = false
  }
  await store.finish()
}
