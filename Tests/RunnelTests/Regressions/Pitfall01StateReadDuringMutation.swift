// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// A store whose `state` was a plain property, changed on its queue and read from anywhere, crashed in three
/// runs of three: a reader retained an array that the reducer was replacing. The same happened when a scope was
/// made, which read the state for its first value.
@Suite struct Pitfall01StateReadWhileItChanges {
  @Test("Pitfall 1: state can be read, and scopes can be made, while the queue changes the state")
  func readWhileItChanges() async {
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
