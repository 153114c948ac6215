// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// Additions at run time were registered by a string in one global namespace.
///
/// Two features with the same string replaced each other's additions, and no owner ended them.
@Suite struct Pitfall14SubscriptionsByGlobalKey {
  @Test func `Pitfall 14: subscriptions of two features end with their own owner`() async {
    let store = makeStore()
    let received = Recorder<String>()
    var owners: [Disposer?] = [Disposer(), Disposer()]
    for (index, owner) in owners.enumerated() {
      guard let owner else { continue }
      store.scope(\.counter).observe { received.record("\(index): \($0)") }.dispose(on: owner)
    }
    await store.settled()
    owners[0] = nil
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(received.values == ["0: 0", "1: 0", "1: 1"])
  }
}
