// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// What was added at run time was known by a string in one global namespace: two features that chose the same
/// word took each other's place, and nobody's end ended it.
@Suite struct Pitfall14SubscriptionsWithoutAnOwner {
  @Test(
    "Pitfall 14: what two features add to a store is told apart by identity, and ends with its owner"
  )
  func owners() async {
    let store = makeStore()
    let told = Recorder<String>()
    var owners: [Disposer?] = [Disposer(), Disposer()]
    for (index, owner) in owners.enumerated() {
      guard let owner else { continue }
      store.scope(\.counter).observe { told.record("\(index): \($0)") }.dispose(on: owner)
    }
    await store.settled()
    owners[0] = nil
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(told.values == ["0: 0", "1: 0", "1: 1"])
  }
}
