// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// The subject that published the state was public, so anyone could send a state of his own past the reducer.
@Suite struct Pitfall15StateWrittenPastTheReducer {
  @Test("Pitfall 15: a store has no way in but actions")
  func onlyActions() async {
    let store = makeStore()
    var copy = store.state
    copy.counter = 99
    #expect(store.state.counter == 0)
    // Nothing that a store hands out leads back to the state: neither values nor tokens nor connections.
    for case .keyPath(let path) in [Node.Step.keyPath(\Store<AppState>.state)] {
      #expect(!(path is ReferenceWritableKeyPath<Store<AppState>, AppState>))
    }
    store.dispatch(AppAction.set(1))
    await store.settled()
    #expect(store.state.counter == 1)
  }
}
