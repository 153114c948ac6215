// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// Manual clocks on older systems, where the steps of tasks can't be counted.
@Suite struct ManualClockWithoutStepsTests {
  private struct Tick: Action {}

  private let clock = ManualClock(jobs: CountedJobs(countsSteps: false))

  private func makeStore() -> Store<Int> {
    Store(
      state: 0,
      reducer: .on { state, action in
        if let action = action as? Do { return action.effect }
        state += 1
        return .none
      }, clock: clock)
  }

  @Test func `hours of timers, debounces and cancellations are processed completely`() async {
    let store = makeStore()
    for round in 0..<50 {
      store.dispatch(Do(.timer(every: .seconds(60)) { Tick() }.cancellable(id: "timer")))
      await clock.advance(by: .seconds(3600))
      #expect(store.state == 61 * round + 60)
      store.dispatch(Do(.cancel(id: "timer")))
      for _ in 0..<5 {
        store.dispatch(Do(.send(Tick()).debounce(id: "pause", for: .seconds(2))))
        await clock.advance(by: .seconds(1))
      }
      await clock.advance(by: .seconds(1))
      #expect(store.state == 61 * (round + 1))
      #expect(clock.rememberedCount == 0)
      #expect(store.runningEffects.isEmpty)
    }
  }

  @Test func `advancing waits for an effect that sleeps repeatedly`() async {
    let store = makeStore()
    store.dispatch(
      Do(
        .run { send in
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
