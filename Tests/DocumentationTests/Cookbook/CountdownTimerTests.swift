// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of CountdownTimer.md.
@Suite struct CountdownTimerTests {
  typealias Countdown = CountdownTimerExample.Countdown

  @Test func `A countdown stops at zero and while it is paused`() async {
    let clock = ManualClock()
    let store = TestStore(state: Countdown.State(), reducer: Countdown.reducer, clock: clock)
      .accepting(Countdown.Action.self)
    let timer = Countdown.start(on: store.store)

    await store.send(.started(seconds: 2)) { $0.remaining = 2 }
    await clock.advance(by: .seconds(1))
    await store.receive(.ticked) { $0.remaining = 1 }
    await store.send(.pauseTapped) { $0.isPaused = true }
    await clock.advance(by: .seconds(60))
    await store.send(.pauseTapped) { $0.isPaused = false }
    await clock.advance(by: .seconds(60))
    await store.receive(.ticked) { $0.remaining = 0 }
    timer.dispose()
    await store.finish()
  }
}
