// SPDX-License-Identifier: MIT

import Combine
import Dispatch
import Runnel
import RunnelObservation
import RunnelTestSupport
import Testing

@Suite struct PublisherTests {
  /// Takes as many values as it is told to.
  private final class Taker: Subscriber, Sendable {
    static let key = DispatchSpecificKey<Bool>()
    let values = Recorder<Int>()
    /// How many values have come on a queue that is not marked by the key.
    let elsewhere = Counter()
    let subscription = Locked<(any Subscription)?>(nil)
    func receive(subscription: any Subscription) {
      self.subscription.withLock { $0 = subscription }
    }
    func receive(_ input: Int) -> Subscribers.Demand {
      values.record(input)
      if DispatchQueue.getSpecific(key: Taker.key) != true { elsewhere.increment() }
      return .none
    }
    func receive(completion: Subscribers.Completion<Never>) {}
    func request(_ demand: Subscribers.Demand) {
      subscription.withLock { $0 }?.request(demand)
    }
  }

  @Test("The present value comes first, and then each later one, in order")
  func values() async {
    let store = makeStore()
    store.dispatch(AppAction.set(5))
    await store.settled()
    let values = Recorder<Int>()
    let subscription = store.publisher(\.counter).sink { values.record($0) }
    await store.settled()
    for _ in 0..<100 { store.dispatch(AppAction.increment) }
    store.dispatch(AppAction.rename("b"))
    await store.settled()
    #expect(values.values == Array(5...105))
    subscription.cancel()
  }

  @Test("The whole state comes with each change of it")
  func state() async {
    let store = makeStore()
    let values = Recorder<String>()
    let subscription = store.publisher().map(\.name).sink { values.record($0) }
    store.dispatch(AppAction.rename("b"))
    await store.settled()
    #expect(values.values == ["a", "b"])
    subscription.cancel()
  }

  @Test("A cancelled subscription has ended, and a dropped one, too")
  func cancelling() async {
    let store = makeStore()
    let values = Recorder<Int>()
    let subscription = store.publisher(\.counter).sink { values.record($0) }
    await store.settled()
    #expect(store.connections.count == 1)
    subscription.cancel()
    #expect(store.connections.isEmpty)
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(values.values == [0])
    do {
      let dropped = store.publisher(\.counter).sink { _ in }
      _ = dropped
    }
    #expect(store.connections.isEmpty)
  }

  @Test("A live subscription keeps its store, and a cancelled one does not")
  func keepsStore() async {
    let tracker = LifetimeTracker()
    var store: Store<AppState>? = Store(state: AppState()) {
      [token = tracker.token()] state, action in
      token.touch()
      appReducer(state: &state, action: action)
    }
    let subscription = store?.publisher(\.counter).sink { _ in }
    store = nil
    #expect(tracker.aliveCount == 1)
    subscription?.cancel()
    await tracker.allReleased()
  }

  @Test("Who asks for no value gets none, and then the newest")
  func demand() async {
    let store = makeStore()
    let taker = Taker()
    store.publisher(\.counter).subscribe(taker)
    for _ in 0..<5 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(taker.values.values == [])
    taker.request(.max(1))
    #expect(taker.values.values == [5])
    store.dispatch(AppAction.increment)
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(taker.values.values == [5])
    taker.request(.unlimited)
    #expect(taker.values.values == [5, 7])
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(taker.values.values == [5, 7, 8])
    taker.subscription.withLock { $0 }?.cancel()
    taker.subscription.withLock { $0 = nil }
  }

  @Test("Values come on the queue that was asked for, those that a demand lets through, too")
  func queues() async {
    let queue = DispatchQueue(label: "runnel.tests.publisher")
    queue.setSpecific(key: Taker.key, value: true)
    let store = makeStore()
    let elsewhere = Counter()
    let taker = Taker()
    let subscription = Locked<AnyCancellable?>(nil)
    subscription.withLock {
      $0 = store.publisher(\.counter, on: queue).sink { _ in
        if DispatchQueue.getSpecific(key: Taker.key) != true { elsewhere.increment() }
      }
    }
    store.publisher(\.counter, on: queue).subscribe(taker)
    for _ in 0..<100 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(taker.values.values == [])
    taker.request(.unlimited)
    await onThread { queue.sync {} }
    #expect(taker.values.values == [100])
    #expect(elsewhere.value == 0)
    #expect(taker.elsewhere.value == 0)
    subscription.withLock { $0 }?.cancel()
    taker.subscription.withLock { $0 }?.cancel()
    taker.subscription.withLock { $0 = nil }
  }

  @Test("Who cancels before anything has come gets nothing, and leaves no connection")
  func cancelledAtOnce() async {
    final class Refusing: Subscriber {
      let values = Counter()
      func receive(subscription: any Subscription) {
        subscription.cancel()
        subscription.request(.unlimited)
      }
      func receive(_ input: Int) -> Subscribers.Demand {
        values.increment()
        return .none
      }
      func receive(completion: Subscribers.Completion<Never>) {}
    }
    let store = makeStore()
    let refusing = Refusing()
    store.publisher(\.counter).subscribe(refusing)
    await store.settled()
    #expect(refusing.values.value == 0)
    #expect(store.connections.isEmpty)
  }
}
