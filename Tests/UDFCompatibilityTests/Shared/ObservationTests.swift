// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing

@Suite struct ObservationTests {
  private let disposer = Disposer()
  private let held = DispatchQueue(label: "udf.held")

  /// Creates a store that reduces nothing until `held` is resumed.
  private func makeHeldStore() -> Store<Int> {
    held.suspend()
    return Store(state: 0, reducer: counterReducer, dispatchQueue: held)
  }

  @Test func `observe and onAction call closures on the main queue by default`() async {
    let store = makeStore()
    let calls = Log<String>()
    store.observe { state in
      dispatchPrecondition(condition: .onQueue(.main))
      calls.append("state \(state.counter)")
    }.dispose(on: disposer)
    store.scope(\.counter).onAction { counter, _ in
      dispatchPrecondition(condition: .onQueue(.main))
      calls.append("action \(counter)")
    }.dispose(on: disposer)
    await store.settle(after: CounterAction.set(3))
    #expect(calls.entries.sorted() == ["action 3", "state 0", "state 3"])
  }

  @Test(arguments: [nil, DispatchQueue(label: "udf.observer"), .main])
  func `Contract 11: the first state includes earlier actions, and a listener receives none`(
    queue: DispatchQueue?
  ) async {
    let store = makeHeldStore()
    let states = Log<Int>()
    store.dispatch(CounterAction.set(1))
    store.dispatch(CounterAction.set(2))
    store.observe(on: queue) { states.append($0) }.dispose(on: disposer)
    store.onAction(on: queue) { state, _ in states.append(10 * state) }.dispose(on: disposer)
    store.dispatch(CounterAction.set(3))
    held.resume()
    await store.settled()
    #expect(states.entries.sorted() == [2, 3, 30])
  }

  @Test func `Contract 13: an observer that is disposed before its first state gets none`() async {
    let store = makeHeldStore()
    let states = Log<Int>()
    store.dispatch(CounterAction.set(1))
    let disposed = store.observe(on: nil) { states.append($0) }
    store.observe(on: nil) { states.append(10 + $0) }.dispose()
    _ = store.observe(on: nil) { states.append(20 + $0) }
    disposed.dispose()
    held.resume()
    await store.settled()
    #expect(states.entries.isEmpty)
    #expect(store.connections.isEmpty)
  }

  @Test @MainActor
  func `Contract 13: dispose on the main queue stops a first state that is on its way there`() async
  {
    let store = makeCounterStore()
    let states = Log<Int>()
    let (subscribed, subscribe) = AsyncStream.makeStream(of: Void.self)
    let token = store.observe { states.append($0) }
    store.observe(on: nil) { _ in subscribe.yield() }.dispose(on: disposer)
    // The main queue is not free until this test waits.
    token.dispose()
    for await _ in subscribed { break }
    await store.settled()
    #expect(states.entries.isEmpty)
  }

  @Test func `Contract 17: a subscription lists the caller's line`() async {
    let store = makeCounterStore()
    let line = #line
    store.observe { _ in }.dispose(on: disposer)
    store.observe(on: nil) { _ in }.dispose(on: disposer)
    store.onAction { _, _ in }.dispose(on: disposer)
    await store.settled()
    #expect(store.connections.map { $0.line - line }.sorted() == [1, 2, 3])
  }
}

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
