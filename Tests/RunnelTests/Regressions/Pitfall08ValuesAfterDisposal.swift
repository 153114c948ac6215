// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// Blocks that were on their way when a subscription was disposed of still delivered: five runs of five.
@Suite struct Pitfall08ValuesAfterDisposal {
  @Test("Pitfall 8: nothing is delivered after disposal, whatever is on its way")
  @MainActor func afterDisposal() async {
    for _ in 0..<50 {
      let store = makeStore()
      let told = Counter()
      let token = store.scope(\.counter).observe(on: .main) { _ in told.increment() }
      await onThread {
        for _ in 0..<10 { store.dispatch(AppAction.increment) }
        store.waitUntilReduced()
      }
      token.dispose()
      let before = told.value
      await store.settled()
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
      #expect(told.value == before)
    }
  }
}
