// SPDX-License-Identifier: MIT

#if canImport(Combine)
  public import Combine
  public import Dispatch
  public import Runnel

  extension Store {
    /// The values of the state for Combine: the present one, then later ones.
    ///
    /// ```swift
    /// store.publisher(\.profile.name).sink { print($0) }.store(in: &subscriptions)
    /// ```
    ///
    /// The same as ``publisher(_:on:file:line:)`` of the whole state.
    public func publisher(
      on queue: DispatchQueue? = nil,
      file: StaticString = #fileID,
      line: UInt = #line
    ) -> StorePublisher<State> {
      StorePublisher(self, on: queue, at: (file, line))
    }

    /// The values of one part of the state for Combine: the present one, then later ones.
    ///
    /// For code that is written with Combine already. A view is better off with a ``ViewStore``, other code
    /// with `observe` or `values`. If `Value` is `Equatable`, no value comes twice in a row.
    ///
    /// - Parameters:
    ///   - keyPath: The part of the state.
    ///   - queue: Where to deliver. Without one values come on the store's own queue, right after the
    ///     reducer, and the next action waits for who receives them; the first may come on the thread that
    ///     asks for it.
    ///   - file: The file that the subscription is listed with.
    ///   - line: The line that the subscription is listed with.
    public func publisher<Value: Sendable>(
      _ keyPath: any KeyPath<State, Value> & Sendable,
      on queue: DispatchQueue? = nil,
      file: StaticString = #fileID,
      line: UInt = #line
    ) -> StorePublisher<Value> {
      StorePublisher(scope(keyPath, file: file, line: line), on: queue, at: (file, line))
    }
  }

  /// The values of a store's state, as Combine takes them. See ``Runnel/Store/publisher(_:on:file:line:)``.
  ///
  /// Each subscriber has a subscription of its own, which keeps the store until it is cancelled. Values come
  /// one at a time and in order. Who does not ask for values misses them: of those that came in the meantime
  /// the newest is delivered when he asks. It never completes.
  public struct StorePublisher<Output: Sendable>: Publisher {
    /// Publishing never fails.
    public typealias Failure = Never

    private let store: Store<Output>
    private let queue: DispatchQueue?
    private let site: (file: StaticString, line: UInt)

    fileprivate init(
      _ store: Store<Output>,
      on queue: DispatchQueue?,
      at site: (StaticString, UInt)
    ) {
      self.store = store
      self.queue = queue
      self.site = site
    }

    /// Subscribes to the store on behalf of a subscriber.
    public func receive<Receiver: Subscriber>(
      subscriber: Receiver
    ) where Receiver.Input == Output, Receiver.Failure == Never {
      let subscription = StoreSubscription(Recipient(subscriber), on: queue)
      subscriber.receive(subscription: subscription)
      subscription.start(store, at: site)
    }
  }

  /// A subscriber that is on its way to other threads.
  ///
  /// `@unchecked`: it is called for one value at a time, as every publisher does it.
  private struct Recipient<Value>: @unchecked Sendable {
    /// Takes a value, and returns how many are asked for on top; `nil` is all there are.
    let receive: (Value) -> Int?

    init<Receiver: Subscriber>(_ receiver: Receiver) where Receiver.Input == Value {
      receive = { receiver.receive($0).max }
    }
  }

  /// One subscriber's way to the store.
  private final class StoreSubscription<Value: Sendable>: Subscription, Sendable {
    private let buffer: DemandBuffer<Value>
    private let queue: DispatchQueue?
    /// Ends what it owns when the subscription is cancelled, also what is added later.
    private let life = Life()

    init(_ recipient: Recipient<Value>, on queue: DispatchQueue?) {
      buffer = DemandBuffer { recipient.receive($0) }
      self.queue = queue
    }

    /// Follows the store, which holds the subscription from now on until it is cancelled.
    func start(_ store: Store<Value>, at site: (file: StaticString, line: UInt)) {
      guard !life.isOver else { return }
      life.own(
        store.observe(on: queue, file: site.file, line: site.line) { [self] value in
          buffer.offer(value)
        }
      )
    }

    func request(_ demand: Subscribers.Demand) {
      buffer.ask(for: demand.max)
      if let queue { queue.async { [self] in buffer.deliver() } } else { buffer.deliver() }
    }

    func cancel() {
      buffer.end()
      life.end()
    }
  }
#endif
