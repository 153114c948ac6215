// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// Observers lay in a `Set`, and were told in another order in each run of the program: 15 orders in 20 stores.
@Suite struct Pitfall03ObserversInHashOrder {
  @Test("Pitfall 3: observers are told in the order in which they subscribed, in every store")
  func subscriptionOrder() async {
    for _ in 0..<20 {
      let store = makeStore()
      let order = Recorder<Int>()
      var tokens = (0..<30).map { index in store.observe { _ in order.record(index) } }
      // A gap in the middle changes nothing for the others.
      tokens.remove(at: 10).dispose()
      await store.settled()
      let first = order.count
      store.dispatch(AppAction.increment)
      await store.settled()
      #expect(Array(order.values[first...]) == (0..<30).filter { $0 != 10 })
      tokens.forEach { $0.dispose() }
    }
  }
}
