// SPDX-License-Identifier: MIT

public import Dispatch

extension Store {
  /// Calls `observer` with the current state, and then with each later one, once and in order.
  ///
  /// ```swift
  /// store.scope(\.counter).observe { print($0) }.dispose(on: disposer)
  /// ```
  ///
  /// If `State` is `Equatable`, only values that differ from the one before are told; else the observer
  /// is called for each action that may have changed the state. Values are delivered one at a time, even
  /// where `queue` is concurrent.
  ///
  /// For what has props, use a ``ViewComponent`` or a ``ServiceComponent`` rather than this.
  ///
  /// - Parameters:
  ///   - queue: Where to call `observer`. Without one it is called on the store's own queue, right after
  ///     the reducer, and the next action waits for it. Observers there are called in the order in
  ///     which they subscribed.
  ///   - delivery: Whether each change is delivered or only the newest value. Makes no difference on the
  ///     store's own queue.
  ///   - file: The file in which the subscription is made.
  ///   - line: The line in which the subscription is made.
  ///   - observer: What to call. It may dispatch, read ``state``, subscribe and dispose. The subscription
  ///     holds it, and holds the store.
  /// - Returns: The subscription, which ends when this is disposed of or dropped.
  @preconcurrency
  public func observe(
    on queue: DispatchQueue? = nil,
    delivery: Delivery = .every,
    file: StaticString = #fileID,
    line: UInt = #line,
    with observer: sending @escaping (State) -> Void
  ) -> Disposable {
    let origin = Origin(.observer, .exact, delivery, at: CallSite(file: file, line: line))
    let lane = makeLane(origin, on: queue, Observer(observer))
    lane.start()
    return Disposable(lane)
  }

  /// Calls `observer` on the main actor with the current state, and then with each later one.
  ///
  /// ```swift
  /// store.scope { $0.search != nil }
  ///   .observe(on: MainActor.self) { [weak self] isPresent in self?.showSearch(isPresent) }
  ///   .dispose(on: disposer)
  /// ```
  ///
  /// The same as ``observe(on:delivery:file:line:with:)-(DispatchQueue?,_,_,_,_)`` on the main queue, in
  /// words that the compiler understands: the closure belongs to the main actor. The first value comes a turn
  /// of the main queue later; what has props to show is better off as a ``ViewComponent``.
  public func observe(
    on actor: MainActor.Type,
    delivery: Delivery = .every,
    file: StaticString = #fileID,
    line: UInt = #line,
    with observer: @escaping @MainActor @Sendable (State) -> Void
  ) -> Disposable {
    observe(on: .main, delivery: delivery, file: file, line: line) { state in
      MainActor.assumeIsolated { observer(state) }
    }
  }

  /// Calls `observer` on the main actor with each action after it has been reduced, and with the state that
  /// it left behind.
  ///
  /// The same as ``onAction(on:file:line:with:)-(DispatchQueue?,_,_,_)`` on the main queue.
  public func onAction(
    on actor: MainActor.Type,
    file: StaticString = #fileID,
    line: UInt = #line,
    with observer: @escaping @MainActor @Sendable (State, any Action) -> Void
  ) -> Disposable {
    onAction(on: .main, file: file, line: line) { state, action in
      MainActor.assumeIsolated { observer(state, action) }
    }
  }

  /// Calls `observer` with each action after it has been reduced, and with the state that it left behind.
  ///
  /// Every action of the whole store is told, in order, whether it has changed anything or not. For logs
  /// and analytics; what shows the state belongs into
  /// ``observe(on:delivery:file:line:with:)-(DispatchQueue?,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - queue: Where to call `observer`. Without one it is called on the store's own queue, and the next
  ///     action waits for it. With one, each call that waits holds the state as it was: on a scope
  ///     that is only the slice, so scope first if the state is large.
  ///   - file: The file in which the subscription is made.
  ///   - line: The line in which the subscription is made.
  ///   - observer: What to call. It may dispatch. The subscription holds it, and holds the store.
  /// - Returns: The subscription, which ends when this is disposed of or dropped.
  @preconcurrency
  public func onAction(
    on queue: DispatchQueue? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    with observer: sending @escaping (State, any Action) -> Void
  ) -> Disposable {
    let origin = Origin(.actionObserver, .listener, at: CallSite(file: file, line: line))
    let consumer = Listener { (state: State, action) in
      observer(state, action)
      return true
    }
    return Disposable(makeLane(origin, on: queue, consumer))
  }

  /// Makes a lane to `consumer` and gives it its place. Nothing is delivered before it is started.
  func makeLane(
    _ origin: Origin,
    on queue: DispatchQueue?,
    _ consumer: Consumer,
    isHeld: Bool = false
  ) -> Lane {
    let isListener = origin.role == .listener
    let hearing = isListener ? accepted.map { SelectiveListener(consumer, hearing: $0) } : nil
    let lane = Lane(
      engine: engine,
      node: node,
      queue: queue,
      origin: origin,
      consumer: hearing ?? consumer,
      isHeld: isHeld
    )
    engine.add(lane, site: origin.site)
    return lane
  }
}
