// SPDX-License-Identifier: MIT

public import Dispatch

extension StoreOf {
  /// Calls `observer` with the current state, and then with each later one, once and in order.
  ///
  /// ```swift
  /// store.scope(\.counter).observe { print($0) }.dispose(on: disposer)
  /// ```
  ///
  /// If `State` is `Equatable`, `observer` is called only when the value has changed, otherwise for
  /// each action that can have changed it. It can dispatch, read ``state``, subscribe and dispose.
  ///
  /// Calls run on `queue` and never overlap, even if it is concurrent. Without one, they run on the
  /// store's own queue right after the reducer, in subscription order: the next action waits for
  /// them, and `delivery` makes no difference. The first call then comes before this returns, on
  /// the calling thread, if the store is idle and has no queue that was passed to it. It never
  /// comes on the main thread, for which `observer` can therefore wait.
  ///
  /// The subscription retains `observer` and the store until the returned token is disposed or
  /// released. For an object with props, use a ``ViewComponent`` or a ``ServiceComponent``.
  public func observe(
    on queue: DispatchQueue? = nil,
    delivery: Delivery = .every, file: StaticString = #fileID, line: UInt = #line,
    with observer: @escaping @Sendable (State) -> Void
  ) -> Disposable {
    observe(on: queue, delivery, at: CallSite(file: file, line: line), observer)
  }

  /// Calls `observer` on the main actor with the current state, and then with each later one.
  ///
  /// ```swift
  /// store.scope { $0.search != nil }
  ///   .observe(on: MainActor.self) { [weak self] isPresent in self?.showSearch(isPresent) }
  ///   .dispose(on: disposer)
  /// ```
  ///
  /// As ``observe(on:delivery:file:line:with:)-(DispatchQueue?,_,_,_,_)`` on the main queue. The
  /// first value arrives one turn of that later. To set props, use a ``ViewComponent`` instead.
  public func observe(
    on actor: MainActor.Type,
    delivery: Delivery = .every, file: StaticString = #fileID, line: UInt = #line,
    with observer: @escaping @MainActor @Sendable (State) -> Void
  ) -> Disposable {
    observe(on: .main, delivery: delivery, file: file, line: line) { state in
      MainActor.assumeIsolated { observer(state) }
    }
  }

  /// Calls `listener` with each reduced action.
  ///
  /// ```swift
  /// store.onAction { action in analytics.record("\(action)") }.dispose(on: disposer)
  /// ```
  ///
  /// It receives every action of the whole store dispatched after this call, in order. A store of
  /// one type of action passes on only those: `search.onAction { if $0 == .cleared { … } }`.
  ///
  /// Queues and ownership: ``observe(on:delivery:file:line:with:)-(DispatchQueue?,_,_,_,_)``.
  /// Nothing of the state is copied.
  public func onAction(
    on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line,
    with listener: @escaping @Sendable (ActionType) -> Void
  ) -> Disposable {
    listen(on: queue, .actions, at: CallSite(file: file, line: line)) { (_: Void, action) in
      listener(action)
    }
  }

  /// Calls `listener` on the main actor with each reduced action.
  ///
  /// ``onAction(on:file:line:with:)-(DispatchQueue?,_,_,(ActionType)->Void)`` on the main queue.
  public func onAction(
    on actor: MainActor.Type, file: StaticString = #fileID, line: UInt = #line,
    with listener: @escaping @MainActor @Sendable (ActionType) -> Void
  ) -> Disposable {
    listen(on: .main, .actions, at: CallSite(file: file, line: line)) { (_: Void, action) in
      // `nonisolated(unsafe)`: an action is `Sendable`, which its type doesn't show here.
      nonisolated(unsafe) let action = action
      MainActor.assumeIsolated { listener(action) }
    }
  }

  /// Calls `listener` with each reduced action and the state that the action produced.
  ///
  /// ```swift
  /// store.scope(\.counter).onAction { counter, action in
  ///   counts.record("\(counter.count) after \(action)")
  /// }
  /// .dispose(on: disposer)
  /// ```
  ///
  /// For logs; to show the state, use
  /// ``observe(on:delivery:file:line:with:)-(DispatchQueue?,_,_,_,_)``. Each call copies the state,
  /// and each call that is pending on a queue retains its copy: if the state is large, scope first,
  /// or receive ``onAction(on:file:line:with:)-(DispatchQueue?,_,_,(ActionType)->Void)`` alone.
  public func onAction(
    on queue: DispatchQueue? = nil, file: StaticString = #fileID, line: UInt = #line,
    with listener: @escaping @Sendable (State, ActionType) -> Void
  ) -> Disposable {
    listen(on: queue, .listener, at: CallSite(file: file, line: line), listener)
  }

  /// Calls `listener` on the main actor with each reduced action and the resulting state.
  ///
  /// See ``onAction(on:file:line:with:)-(DispatchQueue?,_,_,(State,ActionType)->Void)``.
  public func onAction(
    on actor: MainActor.Type, file: StaticString = #fileID, line: UInt = #line,
    with listener: @escaping @MainActor @Sendable (State, ActionType) -> Void
  ) -> Disposable {
    listen(on: .main, .listener, at: CallSite(file: file, line: line)) { (state: State, action) in
      // `nonisolated(unsafe)`: an action is `Sendable`, which its type doesn't show here.
      nonisolated(unsafe) let action = action
      MainActor.assumeIsolated { listener(state, action) }
    }
  }

  func listen<Value>(
    on queue: DispatchQueue?, _ role: SubscriptionOrigin.Role, at site: CallSite,
    _ listener: @escaping (Value, ActionType) -> Void
  ) -> Disposable {
    let receive: (Value, any Action) -> Void
    // If the two types are the same, as in a store of any action, no action needs a cast.
    if let untyped = listener as? (Value, any Action) -> Void {
      receive = untyped
    } else {
      receive = { value, action in
        if let action = action as? ActionType { listener(value, action) }
      }
    }
    let sink = ActionSink(lifetime, to: address) { (value: Value, action) in
      receive(value, action)
      return nil
    }
    return Disposable(
      subscribe(SubscriptionOrigin(.actionObserver, role, at: site), on: queue, sink))
  }

  func observe(
    on queue: DispatchQueue? = nil, _ delivery: Delivery = .every, at site: CallSite,
    _ observer: @escaping (State) -> Void
  ) -> Disposable {
    let origin = SubscriptionOrigin(.observer, .exact, delivery, at: site)
    let subscription = subscribe(origin, on: queue, ValueSink(lifetime, observer))
    subscription.start()
    return Disposable(subscription)
  }

  /// Subscribes a sink, which receives values once the subscription is started.
  ///
  /// Without a queue, on the store's own. `isHeld` holds even actions back until the start.
  func subscribe(
    _ origin: SubscriptionOrigin, on queue: DispatchQueue?, _ sink: Sink, isHeld: Bool = false
  ) -> Subscription {
    var (origin, sink) = (origin, sink)
    if let filter, !origin.role.isListener {
      origin.role = .filtered
      sink = FilteringSink(sink, slice.type, isSame: filter)
    }
    if engine.timing.startsLate, origin.isComponent, engine.mailbox.isPending {
      origin.isLate = true
    }
    let subscription = Subscription(
      slice: slice, origin: origin, on: queue, sink, isHeld: isHeld || origin.isLate)
    if origin.isLate {
      engine.addAfterEarlierActions(subscription)
    } else {
      engine.add(subscription)
    }
    return subscription
  }
}
