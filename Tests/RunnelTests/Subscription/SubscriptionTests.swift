// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
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

/// Deliveries of the newest value that are an interval of the store's clock apart.
@Suite struct DeliveryIntervalTests {
  private let clock = ManualClock()
  private let store: Store<Int>
  private let queue = DispatchQueue(label: "runnel.tests.interval")
  private let everySecond = Delivery.latest(every: .seconds(1))

  init() { store = Store(state: 0, reducer: .edits, clock: clock) }

  private func set(_ numbers: ClosedRange<Int>) async {
    for number in numbers { store.edit { $0 = number } }
    await store.settled()
  }

  private func advance(_ milliseconds: Int) async {
    await clock.advance(by: .milliseconds(milliseconds))
    await store.settled()
  }

  @Test func `Contract 15, 34: the newest value is delivered once per interval`() async {
    let values = store.recordValues(on: queue, delivery: everySecond)
    await store.settled()
    #expect(values.values == [0])
    await set(1...5)
    await advance(999)
    #expect(values.values == [0])
    await advance(1)
    #expect(values.values == [0, 5])
    // A value that arrives in the middle of an interval waits for its end only.
    await advance(400)
    await set(6...9)
    await advance(600)
    #expect(values.values == [0, 5, 9])
    // After an interval without a change, a value is delivered at once.
    await advance(1_000)
    await set(10...10)
    #expect(values.values == [0, 5, 9, 10])
  }

  @Test func `Contract 14: a subscription that ends during its interval leaves no sleeper`() async {
    let values = store.recordValues(on: queue, delivery: everySecond)
    await store.settled()
    await set(1...2)
    await clock.advance(by: .zero)
    #expect(clock.sleeperCount == 1)
    values.dispose()
    await clock.advance(by: .zero)
    #expect(clock.sleeperCount == 0)
    await advance(5_000)
    #expect(values.values == [0])
    #expect(store.isUnused)
  }

  @Test func `Contract 6: settled() does not wait for a delivery that the interval delays`() async {
    let (isDelivering, gate) = (Gate(), Gate())
    let values = Recorder<Int>()
    let token = store.observe(on: queue, delivery: everySecond) {
      isDelivering.open()
      gate.pass()
      values.record($0)
    }
    await isDelivering.opened()
    store.edit { $0 = 1 }
    await store.reduced()
    let isSettled = store.settling()
    await store.queueIsFree()
    gate.open()
    await isSettled.opened()
    #expect(values.values == [0])
    await advance(1_000)
    #expect(values.values == [0, 1])
    token.dispose()
  }

  @Test @MainActor
  func `Contract 19, 34: a view or a sequence with an interval has the last value`() async {
    let diary = Store(state: Diary(), reducer: diaryReducer, clock: clock)
    let reading = diary.run(
      .stream(store.values(delivery: everySecond)) { Word("\($0)") as any Action })
    let view = ViewRecorder(-1, delivery: everySecond)
    view.connect(to: store)
    #expect(view.values == [0])
    await advance(0)
    await set(1...100)
    await advance(999)
    #expect(view.values == [0])
    #expect(diary.state.words == ["0"])
    await advance(1)
    #expect(view.values == [0, 100])
    #expect(diary.state.words == ["0", "100"])
    await advance(5_000)
    await set(101...101)
    await advance(0)
    #expect(diary.state.words == ["0", "100", "101"])
    reading.dispose()
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `Contract 37: an interval that is not positive delays nothing`(interval: Duration) async {
    let values = store.recordValues(on: queue, delivery: .latest(every: interval))
    await store.settled()
    await set(1...1)
    #expect(values.values == [0, 1])
  }
}
