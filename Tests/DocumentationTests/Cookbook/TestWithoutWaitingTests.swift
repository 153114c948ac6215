// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of TestWithoutWaiting.md.
@Suite struct TestWithoutWaitingTests {
  enum Greeter {
    struct State: Equatable, Sendable {
      var greeting: String?
      var isLate = false
    }

    enum Action: Runnel.Action, Equatable {
      case opened
      case greeted(String)
      case late
    }

    enum Command: Runnel.Command, Equatable { case greet }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .opened:
        return .perform(Command.greet).timeout(after: .seconds(30)).catch { _ in .late }
      case .greeted(let greeting):
        state.greeting = greeting
        return .none
      case .late:
        state.isLate = true
        return .none
      }
    }
  }

  @Test func `A greeting that takes longer than 30 seconds is late`() async {
    let clock = ManualClock()
    let store = TestStore(state: Greeter.State(), reducer: Greeter.reducer, clock: clock)
      .accepting(Greeter.Action.self)
    store.handle(Greeter.Command.self) { _ in
      .run { send in
        try await send.sleep(for: .seconds(60))
        send(.greeted("Hello"))
      }
    }

    await store.send(.opened)
    await clock.advance(by: .seconds(30))
    await store.receive(.late) { $0.isLate = true }
    await store.finish()
  }

  @Test func `A greeting arrives`() async {
    let disposer = Disposer()
    let store = Store(state: Greeter.State(), reducer: Greeter.reducer, clock: ManualClock())
      .accepting(Greeter.Action.self)
    store.handle(Greeter.Command.self) { _ in .once { .greeted("Hello") } }
      .dispose(on: disposer)

    store.dispatch(.opened)
    await store.wait { $0.greeting != nil }
    #expect(store.state.greeting == "Hello")
    disposer.dispose()
  }
}
