// SPDX-License-Identifier: MIT

import Combine
import Dispatch
import Runnel
import RunnelTestSupport
import Testing

@Suite struct PublisherTests {
  /// A subscriber with explicit demand.
  private final class DemandingSubscriber: Subscriber, Sendable {
    static let key = DispatchSpecificKey<Bool>()
    let values = Recorder<Int>()
    /// The number of values received outside the queue with the key.
    let elsewhere = Counter()
    let subscription = Locked<(any Subscription)?>(nil)
    func receive(subscription: any Subscription) {
      self.subscription.withLock { $0 = subscription }
    }
    func receive(_ input: Int) -> Subscribers.Demand {
      values.record(input)
      if DispatchQueue.getSpecific(key: DemandingSubscriber.key) != true { elsewhere.increment() }
      return .none
    }
    func receive(completion: Subscribers.Completion<Never>) {}
    func request(_ demand: Subscribers.Demand) { subscription.withLock { $0 }?.request(demand) }
    /// Cancels the subscription, which retains this subscriber.
    func cancel() { subscription.withLock { $0.take() }?.cancel() }
  }

  @Test func `the current value comes first, and then each later one in order`() async {
    let store = makeStore()
    await store.settle(after: AppAction.set(5))
    let values = (0..<3).map { _ in Recorder<Int>() }
    let subscriptions = [
      store.publisher(\.counter).sink { values[0].record($0) },
      store.property(\.counter).publisher().sink { values[1].record($0) },
      store.publisher().map(\.counter).sink { values[2].record($0) },
    ]
    await store.settled()
    for _ in 0..<100 { store.dispatch(AppAction.increment) }
    await store.settle(after: AppAction.rename("b"))
    #expect(values[0].values == Array(5...105))
    #expect(values[1].values == Array(5...105))
    #expect(values[2].values == Array(5...105) + [105])
    subscriptions.forEach { $0.cancel() }
  }

  @Test func `canceling or releasing a subscription ends it`() async {
    let store = makeStore()
    let values = Recorder<Int>()
    let subscription = store.publisher(\.counter).sink { values.record($0) }
    await store.settled()
    #expect(store.connections.count == 1)
    subscription.cancel()
    #expect(store.connections.isEmpty)
    await store.settle(after: AppAction.increment)
    #expect(values.values == [0])
    do { _ = store.publisher(\.counter).sink { _ in } }
    #expect(store.connections.isEmpty)
  }

  @Test func `a subscription retains its store until it is canceled`() async {
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

  @Test func `without demand, only the newest value is kept`() async {
    let store = makeStore()
    let subscriber = DemandingSubscriber()
    store.publisher(\.counter).subscribe(subscriber)
    for _ in 0..<5 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(subscriber.values.values == [])
    subscriber.request(.max(1))
    #expect(subscriber.values.values == [5])
    await store.settle(after: AppAction.increment, AppAction.increment)
    #expect(subscriber.values.values == [5])
    subscriber.request(.unlimited)
    #expect(subscriber.values.values == [5, 7])
    await store.settle(after: AppAction.increment)
    #expect(subscriber.values.values == [5, 7, 8])
    subscriber.cancel()
  }

  @Test func `values arrive on the given queue, including requested ones`() async {
    let queue = DispatchQueue(label: "runnel.tests.publisher")
    queue.setSpecific(key: DemandingSubscriber.key, value: true)
    let store = makeStore()
    let elsewhere = Counter()
    let subscriber = DemandingSubscriber()
    let subscription = store.publisher(\.counter, on: queue).sink { _ in
      if DispatchQueue.getSpecific(key: DemandingSubscriber.key) != true { elsewhere.increment() }
    }
    store.publisher(\.counter, on: queue).subscribe(subscriber)
    for _ in 0..<100 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(subscriber.values.values == [])
    subscriber.request(.unlimited)
    await onThread { queue.sync {} }
    #expect(subscriber.values.values == [100])
    #expect(elsewhere.value == 0)
    #expect(subscriber.elsewhere.value == 0)
    subscription.cancel()
    subscriber.cancel()
  }

  @Test func `a subscriber that cancels at once receives nothing and leaves no connection`() async {
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

@main enum Main {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
