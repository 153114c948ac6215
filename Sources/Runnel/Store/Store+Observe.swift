// SPDX-License-Identifier: MIT

public import Dispatch

extension StoreOf {
  /// Calls `observer` with the current state, and then with each later one, once and in order.
  ///
  /// ```swift
  /// store.scope(\.counter).observe { print($0) }.dispose(on: disposer)
  /// ```
  ///
  /// If `State` is `Equatable`, `observer` is called only when the value has changed. Otherwise it
  /// is called for each action that can have changed the state. It can dispatch, read ``state``,
  /// subscribe and dispose.
  ///
  /// Calls run on `queue` and never overlap, even if it is concurrent. Without one, they run on the
  /// store's own queue right after the reducer, in subscription order. The next action then waits
  /// for them, and `delivery` makes no difference.
  ///
  /// The subscription retains `observer` and the store. It ends when the returned token is disposed
  /// or released. For an object with props, use a ``ViewComponent`` or a ``ServiceComponent``.
  @preconcurrency
  public func observe(
    on queue: DispatchQueue? = nil,
    delivery: Delivery = .every,
    file: StaticString = #fileID, line: UInt = #line,
    with observer: sending @escaping (State) -> Void
  ) -> Disposable {
    observe(on: queue, delivery, at: CallSite(file: file, line: line), ValueSink(observer))
  }

  /// Calls `observer` on the main actor with the current state, and then with each later one.
  ///
  /// ```swift
  /// store.scope { $0.search != nil }
  ///   .observe(on: MainActor.self) { [weak self] isPresent in self?.showSearch(isPresent) }
  ///   .dispose(on: disposer)
  /// ```
  ///
  /// Equivalent to ``observe(on:delivery:file:line:with:)-(DispatchQueue?,_,_,_,_)`` on the main
  /// queue, with a closure that the compiler isolates to the main actor. The first value arrives
  /// one turn of the main queue later. To set props, use a ``ViewComponent`` instead.
  public func observe(
    on actor: MainActor.Type,
    delivery: Delivery = .every,
    file: StaticString = #fileID, line: UInt = #line,
    with observer: @escaping @MainActor @Sendable (State) -> Void
  ) -> Disposable {
    observe(on: .main, delivery: delivery, file: file, line: line) { state in
      MainActor.assumeIsolated { observer(state) }
    }
  }

  /// Calls `observer` on the main actor with each reduced action and the resulting state.
  ///
  /// Equivalent to ``onAction(on:file:line:with:)-(DispatchQueue?,_,_,_)`` on the main queue.
  public func onAction(
    on actor: MainActor.Type,
    file: StaticString = #fileID, line: UInt = #line,
    with observer: @escaping @MainActor @Sendable (State, any Action) -> Void
  ) -> Disposable {
    onAction(on: .main, file: file, line: line) { state, action in
      MainActor.assumeIsolated { observer(state, action) }
    }
  }

  /// Calls `observer` with each reduced action and the state that the action produced.
  ///
  /// It receives every action of the whole store that is dispatched after this call, in order,
  /// whether or not the action changed the state. For logs and analytics; to show the state, use
  /// ``observe(on:delivery:file:line:with:)-(DispatchQueue?,_,_,_,_)``, whose rules on queues and
  /// ownership apply here too. On a queue, each pending call retains a copy of the state, or of the
  /// slice if this is a scope: if the state is large, scope first.
  @preconcurrency
  public func onAction(
    on queue: DispatchQueue? = nil,
    file: StaticString = #fileID, line: UInt = #line,
    with observer: sending @escaping (State, any Action) -> Void
  ) -> Disposable {
    let origin = SubscriptionOrigin(
      .actionObserver, .listener, at: CallSite(file: file, line: line))
    let sink = ActionSink(accepting: accepted) { (state: State, action) in
      observer(state, action)
      return .done
    }
    return Disposable(subscribe(origin, on: queue, sink))
  }

  /// Subscribes an observer from a known place.
  func observe(
    on queue: DispatchQueue? = nil, _ delivery: Delivery = .every, at site: CallSite,
    _ sink: ValueSink<State>
  ) -> Disposable {
    let origin = SubscriptionOrigin(.observer, .exact, delivery, at: site)
    let subscription = subscribe(origin, on: queue, sink)
    subscription.start()
    return Disposable(subscription)
  }

  /// Subscribes a sink, to which values are delivered once the subscription is started.
  ///
  /// Without a queue, they are delivered on the store's own queue. `isHeld` holds even actions back
  /// until the start.
  func subscribe(
    _ origin: SubscriptionOrigin, on queue: DispatchQueue?, _ sink: Sink, isHeld: Bool = false
  ) -> Subscription {
    var (origin, sink) = (origin, sink)
    if let filter, origin.role != .listener {
      origin = SubscriptionOrigin(
        origin.kind, .filtered, origin.delivery, consumer: origin.consumer, at: origin.site)
      sink = FilteringSink(sink, slice.type, isSame: filter)
    }
    let state = DeliveryState(sink: sink, lifetime: lifetime, isHeld: isHeld)
    let subscription: Subscription =
      switch (queue, origin.delivery) {
      case (nil, _): InlineSubscription(slice: slice, origin: origin, state: state)
      case (let queue?, .latest):
        LatestSubscription(slice: slice, origin: origin, state: state, queue: queue)
      case (let queue?, .every):
        QueuedSubscription(slice: slice, origin: origin, state: state, queue: queue)
      }
    engine.add(subscription, site: origin.site)
    return subscription
  }
}
