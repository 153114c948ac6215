// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

/// A listener of a scope received an action together with the state before it.
@Suite struct Pitfall13ListenersWithOldState {
  @Test
  func `Pitfall 13: a listener of a scope receives the state that its action produced`() async {
    let store = makeStore()
    let received = [
      store.scope(\.counter).recordActions { state, _ in state },
      store.scope { $0.counter }.recordActions { state, _ in state },
      store.scope(\.counter).recordActions(on: .global()) { state, _ in state },
    ]
    for _ in 0..<3 { store.dispatch(AppAction.increment) }
    await store.settled()
    for states in received { #expect(states.values == [1, 2, 3]) }
  }
}
