// SPDX-License-Identifier: MIT

#if canImport(Combine)
  public import Combine
  public import Dispatch
  public import Runnel

  extension ObservableValue {
    /// Returns a Combine publisher of the current value of a store or a property, and later ones.
    ///
    /// For the parameters, see `publisher(_:on:file:line:)` of a store.
    public func publisher(
      on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line
    ) -> StorePublisher<Value> {
      StorePublisher(property.store, on: queue, at: (file, line))
    }
  }

  extension StoreOf {
    /// Returns a Combine publisher of a slice of the state: its current value and later ones.
    ///
    /// ```swift
    /// store.publisher(\.profile.name).sink { print($0) }.store(in: &subscriptions)
    /// ```
    ///
    /// For existing Combine code. For views, prefer a ``RunnelObservation/ViewStore``; for other
    /// code, prefer `observe` or `values`. If `Value` is `Equatable`, consecutive values differ.
    /// The publisher never completes. Values arrive on `queue`, or without one on the store's own
    /// queue right after the reducer: the next action then waits for the subscriber. The first
    /// value can arrive on the thread that requests it.
    public func publisher<Value: Sendable>(
      _ keyPath: any KeyPath<State, Value> & Sendable, on queue: DispatchQueue? = nil,
      file: StaticString = #fileID, line: UInt = #line
    ) -> StorePublisher<Value> {
      StorePublisher(untyped.scope(keyPath, file: file, line: line), on: queue, at: (file, line))
    }
  }

  /// A Combine publisher of a store's state.
  ///
  /// Create one with `Store.publisher(_:on:)`.
  ///
  /// Each subscriber has its own subscription, which retains the store until it is canceled. Values
  /// arrive one at a time and in order. Of those that change without demand, the newest is
  /// delivered on the next request. The publisher never completes.
  public struct StorePublisher<Output: Sendable>: Publisher {
    /// Publishing never fails.
    public typealias Failure = Never

    private let store: Store<Output>
    private let queue: DispatchQueue?
    private let site: (file: StaticString, line: UInt)

    fileprivate init(
      _ store: Store<Output>, on queue: DispatchQueue?, at site: (StaticString, UInt)
    ) {
      self.store = store
      self.queue = queue
      self.site = site
    }

    /// Subscribes a subscriber to the store.
    public func receive<Receiver: Subscriber>(
      subscriber: Receiver
    ) where Receiver.Input == Output, Receiver.Failure == Never {
      let subscription = StoreSubscription(Recipient(subscriber), on: queue)
      subscriber.receive(subscription: subscription)
      subscription.start(store, at: site)
    }
  }

  /// A subscriber that other threads can call.
  ///
  /// `@unchecked`: like every publisher, ``DemandBuffer`` calls it with one value at a time.
  private struct Recipient<Value>: @unchecked Sendable {
    /// Receives a value and returns the additional demand; `nil` is unlimited.
    let receive: (Value) -> Int?

    init<Receiver: Subscriber>(_ receiver: Receiver) where Receiver.Input == Value {
      receive = { receiver.receive($0).max }
    }
  }

  private final class StoreSubscription<Value: Sendable>: Subscription, Sendable {
    private let buffer: DemandBuffer<Value>
    private let queue: DispatchQueue?
    /// The owner of the store's subscription, closed when this subscription is canceled.
    private let disposer = Disposer()

    init(_ recipient: Recipient<Value>, on queue: DispatchQueue?) {
      buffer = DemandBuffer { recipient.receive($0) }
      self.queue = queue
    }

    /// Observes the store, which retains this subscription until it is canceled.
    func start(_ store: Store<Value>, at site: (file: StaticString, line: UInt)) {
      store.observe(on: queue, file: site.file, line: site.line) { [self] value in
        buffer.offer(value)
      }
      .dispose(on: disposer)
    }

    func request(_ demand: Subscribers.Demand) {
      buffer.request(demand.max)
      if let queue { queue.async { [self] in buffer.deliver() } } else { buffer.deliver() }
    }

    func cancel() {
      buffer.end()
      disposer.close()
    }
  }
#endif
