// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// Moving the clock where the steps of tasks cannot be counted, as on older systems.
@Suite("ManualClock without counted steps") struct ManualClockWithoutStepsTests {
  private struct Tick: Action {}
  private struct Do: Action { let effect: Effect }

  private let clock = ManualClock(jobs: CountedJobs(countsSteps: false))

  private func makeStore() -> Store<Int> {
    Store(
      state: 0,
      reducer: { state, action -> Effect in
        if let action = action as? Do { return action.effect }
        state += 1
        return .none
      }, clock: clock)
  }

  @Test("Hours of timers, pauses and cancellations pass, and each step has been done")
  func hours() async {
    let store = makeStore()
    for round in 0..<50 {
      store.dispatch(Do(effect: .timer(every: .seconds(60)) { Tick() }.cancellable(id: "timer")))
      await clock.advance(by: .seconds(3600))
      #expect(store.state == 61 * round + 60)
      store.dispatch(Do(effect: .cancel(id: "timer")))
      for _ in 0..<5 {
        store.dispatch(Do(effect: .send(Tick()).debounce(id: "pause", for: .seconds(2))))
        await clock.advance(by: .seconds(1))
      }
      await clock.advance(by: .seconds(1))
      #expect(store.state == 61 * (round + 1))
      #expect(clock.rememberedCount == 0)
      #expect(store.runningEffects.isEmpty)
    }
  }

  @Test("An effect that sleeps again and again is waited for each time")
  func steps() async {
    let store = makeStore()
    store.dispatch(
      Do(
        effect: .run { send in
          for _ in 0..<100 {
            try await send.sleep(for: .seconds(1))
            await Task.yield()
            send(Tick())
          }
        }))
    await clock.advance(by: .seconds(40))
    #expect(store.state == 40)
    await clock.advance(by: .seconds(100))
    #expect(store.state == 100)
  }
}
