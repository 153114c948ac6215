// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of Polling.md.
@Suite struct PollingTests {
  typealias Weather = PollingExample.Weather

  @Test func `The weather is measured each minute while it is shown`() async {
    struct Offline: Error {}
    let clock = ManualClock()
    let measured = ValueRecorder<Weather.Command>()
    let store = TestStore(state: Weather.State(), reducer: Weather.reducer, clock: clock)
      .accepting(Weather.Action.self)
    store.handle(Weather.Command.self) { command in
      measured.record(command)
      return .once { [count = measured.count] in
        if count == 2 { throw Offline() }
        return .measured(count)
      }
    }
    let polling = Weather.start(on: store.store)

    await clock.advance(by: .seconds(600))
    #expect(measured.count == 0)
    await store.send(.shown(true)) { $0.isShown = true }
    await store.receive(.due)
    await store.receive(.measured(1)) { $0.degrees = 1 }
    await clock.advance(by: .seconds(60))
    await store.receive(.due)  // This request fails.
    await clock.advance(by: .seconds(60))
    await store.receive(.due)
    await store.receive(.measured(3)) { $0.degrees = 3 }
    await store.send(.shown(false)) { $0.isShown = false }
    await clock.advance(by: .seconds(600))
    #expect(measured.count == 3)
    polling.dispose()
    await store.finish()
  }
}
