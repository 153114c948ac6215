// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// A store kept its state in a plain property, which its queue changed while other threads read it.
///
/// Three runs of three crashed: a reader retained an array that the reducer was replacing. Creating
/// a scope crashed too, because it read the state for its first value.
@Suite struct Pitfall01StateReadDuringMutation {
  @Test func `Pitfall 1: state can be read and scopes can be created while a reducer runs`() async {
    let store = Store(state: [[0]]) { state, action in
      state = [[(state.last?.last ?? 0) + 1], [(state.last?.last ?? 0) + 1]]
    }
    await onThreads(4) { thread in
      for _ in 0..<2_000 {
        switch thread {
        case 0: store.dispatch(AppAction.nothing)
        case 1: #expect(Set(store.state.map { $0.last ?? 0 }).count == 1)
        case 2: #expect(store.scope(\.last).state?.count == 1)
        default: store.scope { $0.count }.observe { _ in }.dispose()
        }
      }
    }
    await store.settled()
    #expect(store.state == [[2_000], [2_000]])
  }
}
