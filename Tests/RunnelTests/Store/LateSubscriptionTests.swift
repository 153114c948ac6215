// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Subscriptions of UDF's stores, which begin and end behind pending actions.
@MainActor @Suite struct LateSubscriptionTests {
  private struct Counted: Action {}

  @Test func `Contract 14: a subscription that ends before it begins leaves nothing`() async {
    let queue = DispatchQueue(label: "late")
    let store = Store(state: [0], reducer: .updating { state, _ in state[0] += 1 }, queue: queue)
    store.setTiming(.udf)
    let first = store.scope(\.first)
    let slices = store.retainedSlices
    queue.suspend()
    store.dispatch(Counted())
    for _ in 1...3 {
      let view = ViewRecorder<Int?>(nil)
      view.connect(to: first)
      view.disposer.dispose()
    }
    queue.resume()
    await store.settled()
    #expect(store.engine.collectSubscribers().isEmpty)
    #expect(store.retainedSlices == slices)
    #expect(first.state == 1)
  }
}
