// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// A listener on a scope was told of an action together with the state from before it.
@Suite struct Pitfall13ListenersWithTheStateFromBefore {
  @Test("Pitfall 13: a listener on a scope is given the state that its action left behind")
  func stateAfterTheAction() async {
    let store = makeStore()
    let told = Recorder<[Int]>()
    let tokens = [
      store.scope(\.counter).onAction { state, _ in told.record([state]) },
      store.scope { $0.counter }.onAction { state, _ in told.record([state]) },
      store.scope(\.counter).onAction(on: .global()) { state, _ in told.record([state, state]) },
    ]
    for _ in 0..<3 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(told.values.filter { $0.count == 1 } == [[1], [1], [2], [2], [3], [3]])
    #expect(told.values.filter { $0.count == 2 } == [[1, 1], [2, 2], [3, 3]])
    tokens.forEach { $0.dispose() }
  }
}
