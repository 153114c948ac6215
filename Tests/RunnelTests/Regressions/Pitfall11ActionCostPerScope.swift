// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// Each scope was an observer of the whole store, so an action cost as much as there were scopes: 2,000 actions
/// took 3 ms without any and 1,778 ms with a thousand.
@Suite struct Pitfall11EveryActionPaysForEveryScope {
  @Test(
    "Pitfall 11: scopes that nobody observes, and slices that have not changed, are not evaluated")
  func unrelatedScopes() async {
    let store = makeStore()
    let computed = Counter()
    let scopes = (0..<1_000).map { index in
      store.scope { state in
        computed.increment()
        return state.counter + index
      }
    }
    let tokens = (0..<1_000).map { _ in store.scope(\.profile).observe { _ in } }
    await store.settled()
    let before = store.engine.evaluations
    for _ in 0..<100 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(computed.value == 0)
    #expect(store.engine.evaluations == before)
    #expect(store.engine.watches.count == 1)
    tokens.forEach { $0.dispose() }
    #expect(scopes.count == 1_000)
  }
}
