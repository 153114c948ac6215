// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of Polling.md.
@Suite struct PollingTests {
  enum Weather {
    struct State: Equatable, Sendable {
      var isShown = false
      var degrees: Int?
    }

    enum Action: Runnel.Action, Equatable {
      case shown(Bool)
      case due
      case measured(Int)
    }

    enum Command: Runnel.Command { case measure }
    enum ID { case measuring }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .shown(let isShown):
        state.isShown = isShown
        return .none
      case .due:
        return .perform(Command.measure)
          .catch { _ in .none }
          .cancellable(id: ID.measuring, cancelInFlight: true)
      case .measured(let degrees):
        state.degrees = degrees
        return .none
      }
    }

    static func start(on store: StoreOf<State, Action>) -> Disposable {
      store.run(while: \.isShown) {
        .merge(.send(.due), .timer(every: .seconds(60)) { .due })
      }
    }
  }

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
