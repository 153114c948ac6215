// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing

/// A store that reduces nothing until it is released.
private final class HeldStore: Sendable {
  private let queue = DispatchQueue(label: "udf.held")
  let store: Store<Int>

  init() {
    queue.suspend()
    store = Store(state: 0, reducer: counterReducer, dispatchQueue: queue)
  }

  func release() { queue.resume() }
}

@Suite struct ObservationTests {
  private let disposer = Disposer()

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
  func `Contract 11: the first state includes every action dispatched before`(
    queue: DispatchQueue?
  ) async {
    let held = HeldStore()
    let states = Log<Int>()
    held.store.dispatch(CounterAction.set(1))
    held.store.dispatch(CounterAction.set(2))
    held.store.observe(on: queue) { states.append($0) }.dispose(on: disposer)
    held.store.dispatch(CounterAction.set(3))
    held.release()
    await held.store.settled()
    #expect(states.entries == [2, 3])
  }

  @Test func `Contract 11: a listener receives no action dispatched before`() async {
    let held = HeldStore()
    let states = Log<Int>()
    held.store.dispatch(CounterAction.set(1))
    held.store.onAction { state, _ in states.append(state) }.dispose(on: disposer)
    held.store.dispatch(CounterAction.set(2))
    held.release()
    await held.store.settled()
    #expect(states.entries == [2])
  }

  @Test func `Contract 13: an observer that is disposed before its first state gets none`() async {
    let held = HeldStore()
    let states = Log<Int>()
    held.store.dispatch(CounterAction.set(1))
    let disposed = held.store.observe(on: nil) { states.append($0) }
    held.store.observe(on: nil) { states.append(10 + $0) }.dispose()
    _ = held.store.observe(on: nil) { states.append(20 + $0) }
    disposed.dispose()
    held.release()
    await held.store.settled()
    #expect(states.entries.isEmpty)
    #expect(held.store.connections.isEmpty)
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
