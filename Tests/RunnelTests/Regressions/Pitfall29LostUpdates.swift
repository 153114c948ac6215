// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// The result of an effect was applied to the state as it had been when the effect began: a hundred results
/// of +1 made 13.
@Suite struct Pitfall29LostUpdates {
  @Test func `Pitfall 29: results that return as actions use the current state`() async {
    let store = makeStore()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask {
          let before = store.state.counter
          await Task.yield()
          #expect(before >= 0)
          store.dispatch(AppAction.increment)
        }
      }
    }
    await store.settled()
    #expect(store.state.counter == 100)
  }

  private struct Add: Command {}

  private struct Adder: CommandHandler {
    func handle(_ command: Add) -> CommandReply {
      .once {
        await Task.yield()
        return AppAction.increment
      }
    }
  }

  private struct Begin: Action {
    let effect: Effect
  }

  /// What a counter shows when a hundred effects have each added one.
  private func sum(
    of makeEffect: @Sendable (Store<AppState>) -> Effect
  ) async -> Int {
    let clock = ManualClock()
    let store = Store(
      state: AppState(),
      reducer: Reducer {
        Reducer(appReducer)
        Reducer.on(Begin.self) { _, action in action.effect }
      },
      clock: clock)
    let handler = store.handle(with: Adder())
    for _ in 0..<100 { store.dispatch(Begin(effect: makeEffect(store))) }
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    handler.dispose()
    return store.state.counter
  }

  @Test func `Pitfall 29: a hundred results of +1 from effects and commands make a hundred`() async {
    #expect(await sum { _ in .send(AppAction.increment) } == 100)
    #expect(
      await sum { _ in
        .run { send in
          try await send.sleep(for: .milliseconds(10))
          send(AppAction.increment)
        }
      } == 100)
    #expect(await sum { _ in .perform(Add()) } == 100)
    #expect(await sum { _ in .perform(Add()).delay(for: .milliseconds(10)) } == 100)
  }

  @Test func `Pitfall 29: a hundred results on real threads make a hundred`() async {
    let store = Store(
      state: AppState(),
      reducer: Reducer {
        Reducer(appReducer)
        Reducer.on(Begin.self) { _, action in action.effect }
      })
    let handler = store.handle(with: Adder())
    await onThreads(2) { _ in
      for _ in 0..<25 {
        store.dispatch(Begin(effect: .run { send in send(AppAction.increment) }))
        store.dispatch(Begin(effect: .perform(Add())))
      }
    }
    await store.settled(includingEffects: true)
    #expect(store.state.counter == 100)
    handler.dispose()
  }

  @Test func `Pitfall 29: this check detects results applied to an old state`() async {
    let sum = await sum { store in
      .run { send in
        let before = store.state.counter
        try await send.sleep(for: .milliseconds(10))
        send(AppAction.set(before + 1))
      }
    }
    #expect(sum == 1)
  }
}
