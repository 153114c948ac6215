// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct StopwatchTests {
  private let clock = ManualClock()

  @Test func theTimerRunsWhileTheStateRequiresIt() async {
    let store = TestStore(state: Stopwatch.State(), reducer: Stopwatch.reducer, clock: clock)
      .accepting(Stopwatch.Action.self)
    let timer = Stopwatch.runTimer(of: store.store)

    await clock.advance(by: .seconds(1))
    await store.send(.startStopTapped) { $0.isRunning = true }
    await clock.advance(by: .milliseconds(200))
    await store.receive(.ticked) { $0.tenths = 1 }
    await store.receive(.ticked) { $0.tenths = 2 }
    await store.send(.lapTapped) { $0.laps = [2] }
    await store.send(.startStopTapped) { $0.isRunning = false }
    await clock.advance(by: .seconds(1))
    await store.send(.resetTapped) { $0 = Stopwatch.State() }
    await store.finish()
    timer.dispose()
  }

  @Test func resettingStopsTheTimer() async {
    let store = TestStore(
      state: Stopwatch.State(isRunning: true), reducer: Stopwatch.reducer, clock: clock
    ).accepting(Stopwatch.Action.self)
    let timer = Stopwatch.runTimer(of: store.store)

    await store.send(.resetTapped) { $0.isRunning = false }
    await clock.advance(by: .seconds(1))
    await store.finish()
    timer.dispose()
  }

  @Test func textOfATime() {
    #expect(Stopwatch.text(tenths: 0) == "0:00.0")
    #expect(Stopwatch.text(tenths: 653) == "1:05.3")
    #expect(Stopwatch.text(tenths: 7_199) == "11:59.9")
  }
}
