// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of CountdownTimer.md.
@Suite struct CountdownTimerTests {
  enum Countdown {
    struct State: Equatable, Sendable {
      var remaining = 0
      var isPaused = false

      var isRunning: Bool { remaining > 0 && !isPaused }
    }

    enum Action: Runnel.Action, Equatable {
      case started(seconds: Int)
      case pauseTapped
      case ticked
    }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .started(let seconds): state = State(remaining: seconds)
      case .pauseTapped: state.isPaused.toggle()
      case .ticked: state.remaining -= 1
      }
    }

    static func start(on store: StoreOf<State, Action>) -> Disposable {
      store.run(while: \.isRunning) { .timer(every: .seconds(1)) { .ticked } }
    }
  }

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
