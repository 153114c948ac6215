// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// The result of an effect was applied to the state from the start of the effect.
///
/// A hundred results of +1 added up to 13.
@Suite struct Pitfall29LostUpdates {
  private struct Add: Command {}

  private static let adder = CommandHandlers(for: Add.self) { _ in
    .once {
      await Task.yield()
      return AppAction.increment
    }
  }

  private static let reducer = Reducer<AppState> {
    Reducer.updating(appReducer)
    Reducer.on(Do.self) { _, action in .init(action.effect) }
  }

  /// Returns the counter after a hundred effects have each added one.
  private func sum(of makeEffect: @Sendable (Store<AppState>) -> Effect) async -> Int {
    let clock = ManualClock()
    let store = Store(state: AppState(), reducer: Self.reducer, clock: clock)
    let handler = store.handle(with: Self.adder)
    for _ in 0..<100 { store.start(makeEffect(store)) }
    await clock.advance(by: .seconds(1))
    await store.settled(includingEffects: true)
    handler.dispose()
    return store.state.counter
  }

  @Test func `Pitfall 29: a hundred results of effects and commands make a hundred`() async {
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
    let store = Store(state: AppState(), reducer: Self.reducer)
    let handler = store.handle(with: Self.adder)
    await onThreads(2) { _ in
      for _ in 0..<25 {
        store.start(.run { send in send(AppAction.increment) })
        store.start(.perform(Add()))
      }
    }
    await store.settled(includingEffects: true)
    #expect(store.state.counter == 100)
    handler.dispose()
  }
}
