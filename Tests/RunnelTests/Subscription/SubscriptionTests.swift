// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct SubscriptionTests {
  // MARK: Delivery

  @Test(arguments: [
    nil, DispatchQueue.main, .global(), DispatchQueue(label: "runnel.tests.serial"),
  ])
  func `Contract 11: an observer receives the current value, then each later one once, in order`(
    queue: DispatchQueue?
  ) async {
    let store = makeStore()
    store.dispatch(AppAction.set(100))
    await store.settled()
    let counters = store.scope(\.counter).recordValues(on: queue)
    for _ in 0..<500 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(counters.values == Array(100...600))
  }

  @Test func `Contract 11: an idle store delivers the first value before observe() returns`() {
    let store = makeStore()
    for round in 0..<200 {
      let counters = store.scope(\.counter).recordValues()
      #expect(counters.values == [round])
      store.send(AppAction.increment)
      #expect(counters.values == [round, round + 1])
    }
  }

  @Test func `Contract 11: a store on a queue that is in use delivers the first value later`() async
  {
    let gate = Gate()
    let store = Store(
      state: AppState(), reducer: appReducer, queue: makeQueue(blockedBy: gate))
    let counters = store.scope(\.counter).recordValues()
    #expect(counters.values == [])
    gate.open()
    await store.settled()
    #expect(counters.values == [0])
  }

  @Test func `Contract 11: subscribing on many threads to an idle store delivers each value once`()
    async
  {
    let store = makeStore()
    let recorded = Recorder<RecordedValues<Int>>()
    await onThreads(4) { thread in
      for round in 0..<75 {
        recorded.record(store.scope(\.counter).recordValues())
        if round.isMultiple(of: 3) { store.dispatch(AppAction.increment) }
      }
    }
    await store.settled()
    for values in recorded.values.map(\.values) {
      #expect(values == Array((values.first ?? -1)...100))
    }
  }

  @Test func `Contract 11: observers can subscribe and end during a notification`() async {
    let store = makeStore()
    let slice = store.scope(\.counter)
    let notified = Recorder<String>()
    let (late, disposer) = (Disposer(), Disposer())
    let last = Locked<Disposable?>(nil)
    slice.observe { value in
      notified.record("first \(value)")
      guard value == 1 else { return }
      slice.observe { notified.record("late \($0)") }.dispose(on: late)
      last.withLock { $0 }?.dispose()
    }.dispose(on: disposer)
    slice.observe { notified.record("second \($0)") }.dispose(on: disposer)
    let token = slice.observe { notified.record("last \($0)") }
    last.withLock { $0 = token }
    for _ in 0..<2 {
      store.dispatch(AppAction.increment)
      await store.settled()
    }
    let isLate = { (line: String) in line.hasPrefix("late") }
    #expect(
      notified.values.filter { !isLate($0) } == [
        "first 0", "second 0", "last 0", "first 1", "second 1", "first 2", "second 2",
      ])
    #expect(notified.values.filter(isLate) == ["late 1", "late 2"])
    disposer.dispose()
    late.dispose()
  }

  @Test func `Contract 15: a burst of changes schedules one delivery of the newest value`() async {
    let store = makeStore()
    let queue = DispatchQueue(label: "runnel.tests.latest")
    let values = store.scope(\.counter).recordValues(on: queue, delivery: .latest)
    await store.settled()
    #expect(values.values == [0])
    queue.suspend()
    for _ in 0..<1_000 { store.dispatch(AppAction.increment) }
    await store.queueIsFree()
    queue.resume()
    await store.settled()
    #expect(values.values == [0, 1_000])
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(values.values == [0, 1_000, 1_001])
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
  func `Contract 15: .latest retains one pending value, and delivered values are released`(
    delivery: Delivery
  ) async {
    let tracker = LifetimeTracker()
    let store = Store(state: LifetimeToken?.none, reducer: .edits)
    let gate = Gate()
    let token = store.observe(on: makeQueue(blockedBy: gate), delivery: delivery) { _ in }
    for _ in 0..<1_000 { store.edit { $0 = tracker.token() } }
    await store.reduced()
    #expect(tracker.aliveCount == (delivery == .latest ? 1 : 1_000))
    gate.open()
    store.edit { $0 = nil }
    // The last delivered values are released right after their delivery.
    await tracker.allReleased()
    token.dispose()
  }

  // MARK: Ends

  @Test func `Contract 13: an observer is not called after dispose() on its own queue (Pitfall 8)`()
    async
  {
    for _ in 0..<200 {
      let store = makeStore()
      let queue = DispatchQueue(label: "runnel.tests.own")
      let isDisposed = Locked(false)
      let late = Counter()
      let token = store.scope(\.counter).observe(on: queue) { _ in
        if isDisposed.withLock({ $0 }) { late.increment() }
      }
      for _ in 0..<20 { store.dispatch(AppAction.increment) }
      await withCheckedContinuation { continuation in
        queue.async {
          token.dispose()
          isDisposed.withLock { $0 = true }
          continuation.resume()
        }
      }
      await store.settled()
      #expect(late.value == 0)
    }
  }

  @Test func `Contract 13: an observer that disposes itself receives no pending value`() async {
    let store = makeStore()
    let calls = Counter()
    let box = Locked<Disposable?>(nil)
    let gate = Gate()
    let token = store.scope(\.counter).observe(on: makeQueue(blockedBy: gate)) { _ in
      calls.increment()
      box.withLock { $0 }?.dispose()
    }
    box.withLock { $0 = token }
    for _ in 0..<10 { store.dispatch(AppAction.increment) }
    await store.reduced()
    gate.open()
    await store.settled()
    #expect(calls.value == 1)
    box.withLock { $0 = nil }
  }

  @Test
  func
    `Contract 14: a subscription ends when disposed, released, or with its disposer`()
    async
  {
    let tracker = LifetimeTracker()
    let store = makeStore()
    func observe() -> Disposable {
      let token = tracker.token()
      return store.scope(\.counter).observe { _ in token.touch() }
    }
    let disposed = observe()
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

    await store.settled()
    #expect(tracker.aliveCount == 0)
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

  @Test func `Contract 14: a reducer can dispose subscriptions and release scopes`() async {
    let box = Locked<[Disposable]>([])
    let scopes = Locked<[Store<Int>]>([])
    let store = Store(state: 0) { state, _ in
      state += 1
      box.withLock { $0.popLast() }?.dispose()
      _ = scopes.withLock { $0.popLast() }
    }
    let calls = Counter()
    for _ in 0..<20 {
      box.withLock { $0 = [store.observe { _ in calls.increment() }] }
      scopes.withLock { $0 = [store.scope { $0 + 1 }] }
      await store.settled()
      store.dispatch(AppAction.nothing)
      store.dispatch(AppAction.nothing)
      // The store has removed them when this returns.
      await store.settled()
      #expect(store.isUnused)
    }
    #expect(calls.value == 20)
  }

  @Test func `Contract 37: stores that dispose each other's subscriptions do not deadlock`() async {
    for _ in 0..<50 {
      let boxes = [Locked<Disposable?>(nil), Locked<Disposable?>(nil)]
      let entered = [Gate(), Gate()]
      let stores = (0..<2).map { index in
        Store(state: 0) { state, _ in
          entered[index].open()
          entered[1 - index].pass()
          boxes[1 - index].withLock { $0 }?.dispose()
          state += 1
        }
      }
      for index in 0..<2 {
        let token = stores[index].observe { _ in }
        boxes[index].withLock { $0 = token }
      }
      for store in stores { store.dispatch(AppAction.nothing) }
      for store in stores { await store.settled() }
      for store in stores { await store.settled() }
      #expect(stores.allSatisfy { $0.connections.isEmpty })
    }
  }

  @Test func `Contract 14: a disposed token retains no delivered value`() async {
    let tracker = LifetimeTracker()
    let store = Store(state: LifetimeToken?.some(tracker.token()), reducer: .edits)
    let token = store.observe(on: .global(), delivery: .latest) { _ in }
    await store.settled()
    token.dispose()
    store.edit { $0 = nil }
    await store.settled()
    #expect(tracker.aliveCount == 0)
    #expect(token.isDisposed)
  }

  @Test
  func `Contract 16: a live subscription retains its store, and an ended one does not`() async {
    let tracker = LifetimeTracker()
    let values = Recorder<Int>()
    let queue = DispatchQueue(label: "runnel.tests.store")
    var token: Disposable?
    do {
      let life = tracker.token()
      let store = Store(
        state: 0,
        reducer: { [life] state, _ in
          life.touch()
          state += 1
        }, queue: queue)
      token = store.scope(\.self).observe { values.record($0) }
      store.dispatch(AppAction.nothing)
      await store.settled()
    }
    #expect(tracker.aliveCount == 1)
    #expect(values.values == [0, 1])
    token?.dispose()
    token = nil
    // The drain of the last action can retain the store until it leaves the queue.
    await onThread { queue.sync {} }
    #expect(tracker.aliveCount == 0)
  }

  // MARK: Descriptions

  @Test @MainActor func `Contract 17: a store lists subscriptions with their slice and origin`() {
    final class View: ViewComponent {
      let disposer = Disposer()
      var props = 0
    }
    let store = makeStore()
    let view = View()
    let line = UInt(#line)
    let tokens = [
      store.scope(\.profile.title).observe(on: .main, delivery: .latest) { _ in },
      store.scope(\.profile).onAction { _, _ in },
      store.scope { $0.rows.count }.observe { _ in },
    ]
    view.connect(to: store.scope(\.counter))
    let connections = store.connections
    let file = "RunnelTests/SubscriptionTests.swift"
    #expect(
      connections.map(\.slice) == [
        "\\AppState.profile.title", "\\AppState.profile",
        "\\AppState { Int at \(file):\(line + 4) }", "\\AppState.counter",
      ])
    #expect(
      connections.map(\.kind) == [.observer, .actionObserver, .observer, .viewComponent])
    #expect(connections.map(\.line) == [2, 3, 4, 6].map { Int(line) + $0 })
    #expect(connections.allSatisfy { $0.file == file })
    #expect(connections.map(\.delivery) == [.latest, .every, .every, .latest])
    #expect(connections.last?.consumer == "View")
    #expect(
      connections.last?.description
        == "viewComponent View of \\AppState.counter at \(file):\(line + 6)")
    #expect(store.scope(\.profile).connections.count == 2)
    tokens.forEach { $0.dispose() }
    #expect(store.connections.count == 1)
  }
}
