// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct SubscriptionTests {
  @Test func `Contract 11: an action that a first value leads to is reduced`() async {
    let store = makeStore()
    let isReduced = Gate()
    let token = store.scope(\.counter).observe { counter in
      if counter == 0 { store.dispatch(AppAction.increment) } else { isReduced.open() }
    }
    await isReduced.opened()
    token.dispose()
  }

  @Test func `Contract 11: a store on a busy queue delivers the first value later`() async {
    let gate = Gate()
    let store = Store(
      state: AppState(), reducer: appReducer, queue: makeQueue(blockedBy: gate))
    let counters = store.scope(\.counter).recordValues()
    #expect(counters.values == [])
    gate.open()
    await store.settled()
    #expect(counters.values == [0])
  }

  @Test func `Contract 11: observers can subscribe and end during a notification`() async {
    let store = makeStore()
    let slice = store.scope(\.counter)
    let notified = Recorder<String>()
    let (late, last, disposer) = (Disposer(), Disposer(), Disposer())
    slice.observe { value in
      notified.record("first \(value)")
      guard value == 1 else { return }
      slice.observe { notified.record("late \($0)") }.dispose(on: late)
      last.dispose()
    }.dispose(on: disposer)
    slice.observe { notified.record("second \($0)") }.dispose(on: disposer)
    slice.observe { notified.record("last \($0)") }.dispose(on: last)
    for _ in 0..<2 { await store.settle(after: AppAction.increment) }
    let isLate = { (line: String) in line.hasPrefix("late") }
    #expect(
      notified.values.filter { !isLate($0) } == [
        "first 0", "second 0", "last 0", "first 1", "second 1", "first 2", "second 2",
      ])
    #expect(notified.values.filter(isLate) == ["late 1", "late 2"])
    disposer.dispose()
    late.dispose()
  }

  @Test func `Contract 23: a listener of a state without size receives each action`() async {
    let store = Store(state: ()) { _, _ in }
    let gate = Gate()
    let actions = store.recordActions(on: makeQueue(blockedBy: gate)) { _, action in
      action as? AppAction
    }
    for number in 0..<10 { store.dispatch(AppAction.set(number)) }
    gate.open()
    await store.settled()
    #expect(actions.values == (0..<10).map { .set($0) })
  }

  @Test(arguments: [Delivery.every, .latest])
  func `Contract 15: .latest retains one pending value, and none later`(delivery: Delivery) async {
    let tracker = LifetimeTracker()
    let store = Store(state: LifetimeToken?.none, reducer: .edits)
    let gate = Gate()
    let token = store.observe(on: makeQueue(blockedBy: gate), delivery: delivery) { _ in }
    for _ in 0..<1_000 { store.edit { $0 = tracker.token() } }
    await store.reduced()
    #expect(tracker.aliveCount == (delivery == .latest ? 1 : 1_000))
    gate.open()
    store.edit { $0 = nil }
    await tracker.allReleased()
    token.dispose()
  }

  @Test func `Contract 13: one that disposes itself isn't called again (Pitfall 8)`() async {
    let store = makeStore()
    let calls = Counter()
    let disposer = Disposer()
    let gate = Gate()
    store.scope(\.counter).observe(on: makeQueue(blockedBy: gate)) { _ in
      calls.increment()
      disposer.dispose()
    }.dispose(on: disposer)
    for _ in 0..<10 { store.dispatch(AppAction.increment) }
    await store.reduced()
    gate.open()
    await store.settled()
    #expect(calls.value == 1)
  }

  @Test func `Contract 14: a subscription ends disposed, released, or with its disposer`() async {
    let tracker = LifetimeTracker()
    let store = Store(state: LifetimeToken?.some(tracker.token()), reducer: .edits)
    func observe() -> Disposable {
      let token = tracker.token()
      return store.observe(on: .global(), delivery: .latest) { _ in token.touch() }
    }
    let disposed = observe()
    await store.settled()
    disposed.dispose()
    disposed.dispose()
    #expect(disposed.isDisposed)
    #expect(disposed.debugDescription.hasSuffix(", disposed"))

    var disposer: Disposer? = Disposer()
    if let disposer { observe().dispose(on: disposer) }
    disposer = nil

    var released: Disposable? = observe()
    #expect(released?.isDisposed == false)
    released = nil

    // An ended token retains no value that it has delivered, either.
    await store.editAndWait { $0 = nil }
    await tracker.allReleased()
    #expect(store.isUnused)
  }

  @Test func `Contract 14: a disposer disposes in order, and releases ended disposables`() {
    let order = Recorder<Int>()
    let tracker = LifetimeTracker()
    let disposer = Disposer()
    for index in 0..<1_000 {
      let token = tracker.token()
      let disposable = Disposable { [token] in
        token.touch()
        order.record(index)
      }
      disposable.dispose(on: disposer)
      if index >= 10 { disposable.dispose() }
    }
    #expect(tracker.aliveCount < 100)
    disposer.dispose()
    #expect(Array(order.values.suffix(10)) == Array(0..<10))
    #expect(tracker.aliveCount == 0)
  }

  @Test func `Contract 14 and 37: reducers can end what is on each other's stores`() async {
    for _ in 0..<50 {
      let living = [Recorder<any Sendable>(), Recorder<any Sendable>()]
      let entered = [Gate(), Gate()]
      let stores = (0..<2).map { index in
        Store(state: 0) { _, _ in
          entered[index].open()
          entered[1 - index].pass()
          _ = living[1 - index].takeValues()
        }
      }
      for (living, store) in zip(living, stores) {
        living.record(store.observe { _ in })
        living.record(store.scope { $0 + 1 })
      }
      for store in stores { store.dispatch(AppAction.nothing) }
      for store in stores + stores { await store.settled() }
      #expect(stores.allSatisfy { $0.isUnused })
    }
  }

  @Test func `Contract 16: a live subscription retains its store, an ended one doesn't`() async {
    let tracker = LifetimeTracker()
    let values: RecordedValues<Int>
    do {
      let life = tracker.token()
      let store = Store(state: 0) { [life] state, _ in
        life.touch()
        state += 1
      }
      values = store.recordValues()
      await store.settle(after: AppAction.nothing)
    }
    #expect(tracker.aliveCount == 1)
    #expect(values.values == [0, 1])
    values.dispose()
    // The drain of the last action can retain the store until it leaves the queue.
    await tracker.allReleased()
  }
}
