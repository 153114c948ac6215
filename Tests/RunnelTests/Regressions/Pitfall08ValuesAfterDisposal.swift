// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

/// Blocks that were pending when a subscription was disposed still called its observer.
///
/// Five runs of five delivered values after the disposal.
@Suite struct Pitfall08ValuesAfterDisposal {
  @Test @MainActor func `Pitfall 8: an observer receives no pending value after disposal`() async {
    for _ in 0..<50 {
      let store = makeStore()
      let calls = Counter()
      let token = store.scope(\.counter).observe(on: .main) { _ in calls.increment() }
      await onThread {
        for _ in 0..<10 { store.dispatch(AppAction.increment) }
        store.waitUntilReduced()
      }
      token.dispose()
      let before = calls.value
      await store.settled()
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
      #expect(calls.value == before)
    }
  }
}
