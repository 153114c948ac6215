// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// The subject that published the state was public, so any code could send a state to it.
@Suite struct Pitfall15StateWrittenWithoutReducer {
  @Test func `Pitfall 15: only actions change the state of a store`() async {
    let store = makeStore()
    var copy = store.state
    copy.counter = 99
    #expect(store.state.counter == 0)
    let path: AnyKeyPath = \Store<AppState>.state
    #expect(!(path is ReferenceWritableKeyPath<Store<AppState>, AppState>))
    store.dispatch(AppAction.set(1))
    await store.settled()
    #expect(store.state.counter == 1)
  }
}
