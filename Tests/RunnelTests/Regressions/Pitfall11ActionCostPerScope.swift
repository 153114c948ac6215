// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// Each scope observed the whole store, so the cost of an action grew with the number of scopes.
///
/// 2,000 actions took 3 ms without scopes and 1,778 ms with a thousand.
@Suite struct Pitfall11ActionCostPerScope {
  @Test func `Pitfall 11: scopes without observers and unchanged slices are not evaluated`() async {
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
    let before = store.evaluations
    for _ in 0..<100 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(computed.value == 0)
    #expect(store.evaluations == before)
    #expect(store.observedSlices == 1)
    tokens.forEach { $0.dispose() }
    #expect(scopes.count == 1_000)
  }
}
