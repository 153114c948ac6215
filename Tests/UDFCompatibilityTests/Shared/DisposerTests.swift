// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing

/// The end of a disposer, as in UDF 2.5.
@MainActor @Suite struct DisposerTests {
  @Test func `A subscription receives nothing after its disposer has ended`() async {
    let queue = DispatchQueue(label: "udf.disposer")
    let store = Store(state: 0, reducer: counterReducer, dispatchQueue: queue)
    let calls = Log<Int>()
    var disposer: Disposer? = Disposer()
    if let disposer {
      store.observe(on: nil) { calls.append($0) }.dispose(on: disposer)
      store.observe { calls.append($0) }.dispose(on: disposer)
      store.onAction { state, _ in calls.append(state) }.dispose(on: disposer)
    }
    await store.settled()
    queue.suspend()
    store.dispatch(CounterAction.set(5))
    disposer = nil
    queue.resume()
    await store.settled()
    #expect(calls.entries == [0, 0])
  }
}
