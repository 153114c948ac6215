// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

/// A test subscribed, dispatched and ended before any delivery, so it could not fail.
@Suite struct Pitfall17TestsWithoutWaiting {
  @Test(arguments: [nil, DispatchQueue.main, .global(), DispatchQueue(label: "runnel.tests.other")])
  @MainActor func `Pitfall 17: settled returns when observers on any queue are notified`(
    queue: DispatchQueue?
  ) async {
    let store = makeStore()
    let counters = store.scope(\.counter).recordValues(on: queue)
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(counters.values == [0, 1])
  }
}
