// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF24
import Testing

/// The defaults of UDF 2.4 and earlier.
@Suite struct EarlierObservationTests {
  private struct Counted: Action {}

  private final class Calls: @unchecked Sendable {
    // `@unchecked`: all calls come on `queue`, and the test reads `list` after the store settled.
    static let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "udf.earlier")
    var list = [String]()

    init() { queue.setSpecific(key: Self.key, value: true) }

    func append(_ call: String) {
      let isOnQueue = DispatchQueue.getSpecific(key: Self.key) ?? false
      list.append("\(call) \(isOnQueue)")
    }
  }

  private let calls = Calls()
  private let disposer = Disposer()

  private func makeStore() -> Store<Int> {
    Store(state: 0, reducer: { state, _ in state += 1 }, dispatchQueue: calls.queue)
  }

  private func observeGenerically<S: StoreProtocol>(_ store: S) where S.State == Int {
    store.observe { [calls] in calls.append("state \($0)") }.dispose(on: disposer)
    store.onAction { [calls] state, _ in calls.append("action \(state)") }.dispose(on: disposer)
  }

  @Test func `observe and onAction call closures on the store's queue by default`() async {
    let store = makeStore()
    store.observe { [calls] in calls.append("state \($0)") }.dispose(on: disposer)
    store.onAction { [calls] state, _ in calls.append("action \(state)") }.dispose(on: disposer)
    observeGenerically(store)
    store.dispatch(Counted())
    await store.settled()
    let expected = ["action 1 true", "state 0 true", "state 1 true"]
    #expect(calls.list.sorted() == expected.flatMap { [$0, $0] })
  }

  private let reducer: Reducer<Int> = { state, _ in state += 1 }
}
