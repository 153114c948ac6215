// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// A test subscribed, dispatched and ended before anything was delivered: it could not fail.
@Suite struct Pitfall17TestsThatNeverWait {
  @Test("Pitfall 17: after settled() everybody has been told, so a test that asserts can fail")
  @MainActor func waiting() async {
    for queue in [nil, DispatchQueue.main, .global(), DispatchQueue(label: "runnel.tests.other")] {
      let store = makeStore()
      let told = Recorder<Int>()
      let token = store.scope(\.counter).observe(on: queue) { told.record($0) }
      store.dispatch(AppAction.increment)
      await store.settled()
      #expect(told.values == [0, 1])
      token.dispose()
    }
  }
}
