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
