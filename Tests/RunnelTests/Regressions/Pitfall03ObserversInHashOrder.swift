// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// A store kept its observers in a `Set`, and each run of a program notified them in another order.
///
/// 20 stores had 15 different orders.
@Suite struct Pitfall03ObserversInHashOrder {
  @Test func `Pitfall 3: observers are notified in subscription order in every store`() async {
    for _ in 0..<20 {
      let store = makeStore()
      let order = Recorder<Int>()
      var tokens = (0..<30).map { index in store.observe { _ in order.record(index) } }
      // A gap in the middle leaves the order of the others unchanged.
      tokens.remove(at: 10).dispose()
      await store.settled()
      _ = order.takeValues()
      store.dispatch(AppAction.increment)
      await store.settled()
      #expect(order.values == (0..<30).filter { $0 != 10 })
      tokens.forEach { $0.dispose() }
    }
  }
}
