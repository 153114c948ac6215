// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct AppTests {
  @Test func theScreensDoNotAffectEachOther() async {
    let clock = ManualClock()
    let store = TestStore(
      state: AppState(), reducer: AppState.reducer, handlers: AppHandlers.live, clock: clock)
    await store.send(Counter.Action.incremented) { $0.counter.count = 1 }
    await store.send(Search.Action.typed("wr")) {
      $0.search.text = "wr"
      $0.search.isSearching = true
    }
    await clock.advance(by: .milliseconds(800))
    await store.receive(Search.Action.found(["wren"], text: "wr")) {
      $0.search.hits = ["wren"]
      $0.search.isSearching = false
    }
    await store.finish()
  }

  @Test func theStoreRunsTheStopwatch() async {
    let clock = ManualClock()
    let app = AppStore(clock: clock)
    app.store.send(Stopwatch.Action.startStopTapped)
    await clock.advance(by: .milliseconds(300))
    #expect(app.store.state.stopwatch.tenths == 3)
  }

  @Test func eachScreenHasATitle() {
    #expect(CaseStudy.counter.title == "Counter" && CaseStudy.sharedState.title == "Shared State")
  }
}

@Suite struct CounterTests {
  @Test func countingUpAndDown() async {
    let store = TestStore(state: Counter.State(), reducer: Counter.reducer)
      .accepting(Counter.Action.self)
    await store.send(.incremented) { $0.count = 1 }
    await store.send(.decremented) { $0.count = 0 }
    await store.send(.decremented) { $0.count = -1 }
    await store.send(.reset) { $0.count = 0 }
    await store.finish()
  }
}
