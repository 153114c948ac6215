// SPDX-License-Identifier: MIT

import Dispatch

/// A subscription that passes values to a sink.
///
/// The subclasses decide when and which.
///
/// `@unchecked`: `state` is accessed with the subscription's shared lock held; the rest is constant
/// or belongs to the delivery under way, of which there is one at a time.
class Subscription: AnySubscription, @unchecked Sendable {
  @exclusivity(unchecked)  // 57
  private final var state: DeliveryState

  init(slice: Slice, origin: SubscriptionOrigin, state: DeliveryState) {
    self.state = state
    super.init(slice: slice, origin: origin)
  }

  @inline(__always)
  final func withState<Result>(_ body: (inout DeliveryState) -> Result) -> Result {
    SharedLock(of: self).withLock { body(&state) }
  }

  final var site: CallSite { origin.site }
  /// The engine, or `nil` once the subscription has ended.
  final var engine: Engine? { withState { $0.lifetime }?.engine }
  override final var hasEnded: Bool { withState { $0.hasEnded } }
  /// A Boolean value indicating whether the subscription has ended and delivers nothing anymore.
  final var isOver: Bool { withState { $0.hasEnded && !$0.isDelivering } }
  override final var deliveryCount: Int { withState { Int($0.deliveryCount) } }
  override final var isPending: Bool { withState { $0.isScheduled && !$0.hasEnded } }

  // MARK: For subclasses

  /// Schedules a delivery.
  func scheduleDelivery() {}

  /// Passes the newest value to the sink, if the subscription reads it at delivery.
  func deliverNewest(_ work: DeliveryState.Work) {}

  /// Keeps the newest value for the last delivery, which later actions don't change anymore.
  ///
  /// Called on the drain, for a subscription that isn't notified anymore.
  func keepNewest(from root: UnsafeRawPointer) {}

  /// Passes a pending value to the sink.
  func deliver(_ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, to sink: Sink) {
    finish(sink.receive(value, after: action, isFirst: false))
  }

  /// A Boolean value indicating whether the next delivery waits for an interval of the clock.
  ///
  /// Called with the subscription locked.
  var isDelayed: Bool { false }

  /// Records a finished delivery.
  ///
  /// Called with the subscription locked.
  func didDeliver(isMore: Bool) {}

  // MARK: Beginning and ending

  /// Begins the deliveries.
  ///
  /// Called once, by the code that created the subscription.
  ///
  /// - Parameter immediately: Whether to deliver the first value before returning.
  final func start(immediately: Bool = false) {
    if origin.isLate, let engine {
      // Behind the barrier that adds it.
      engine.post(.run { [self] in begin() })
    } else if immediately {
      deliver()
    } else {
      begin()
    }
  }

  private func begin() {
    let rest = withState { $0.start() }
    // If it ended before it began, the next one in line begins instead.
    if let successor = rest.successor { return successor(rest.calls) }
    rest.calls.forEach { $0() }
    if rest.isMore { scheduleDelivery() }
  }

  /// Begins as soon as the connection that this replaces delivers nothing anymore.
  ///
  /// A component never receives two values at once.
  final func start(replacing replaced: Subscription?) {
    guard let replaced else { return start() }
    replaced.dispose(then: { [self] calls in
      withState { $0.addCalls(calls) }
      start()
    })
  }

  final func dispose() {
    dispose(then: nil)
  }

  /// Ends the subscription, and calls `next` when no delivery is under way anymore.
  ///
  /// `next` is called at once, or on the thread of the delivery.
  final func dispose(then next: PendingDelivery.Successor?) {
    let last = withState { $0.end(then: next) }
    // `last` is released with nothing locked: it retains user code, and perhaps the store.
    if let lifetime = last.lifetime { lifetime.engine.remove(self) }
    if !last.isDelivering, !last.hasEnded { releaseValues() }
    let calls = last.calls(hasSuccessor: next != nil)
    if !last.isDelivering, let next { next(calls) } else { calls.forEach { $0() } }
  }

  /// Releases the values that the subscription compares with.
  ///
  /// Called when no delivery can follow.
  func releaseValues() {}

  override final func whenDelivered(_ call: @escaping @Sendable () -> Void) -> Bool {
    withState { !isDelayed && $0.addCall(call) }
  }

  // MARK: Delivering

  /// Delivers the pending values, and schedules the next delivery if there are more.
  final func deliver() {
    guard let work = withState({ $0.begin() }) else { return }
    let engine = work.lifetime.engine
    if engine.effects.probes.need(.delivered) {
      engine.effects.probes.measure(self) { deliver(work, in: engine) }
    } else {
      deliver(work, in: engine)
    }
    let rest = withState { state in
      let rest = state.finish(work)
      didDeliver(isMore: rest.isMore)
      return rest
    }
    // From here on the next delivery can be under way, unless the subscription has ended.
    if rest.hasEnded { releaseValues() }
    if let successor = rest.successor { return successor(rest.calls) }
    rest.calls.forEach { $0() }
    if rest.isMore { scheduleDelivery() }
  }

  private func deliver(_ work: DeliveryState.Work, in engine: Engine) {
    engine.during(origin.site) {
      if let pending = work.pending { deliver(pending, to: work.sink) }
      if work.isMarked { deliverNewest(work) }
    }
  }

  /// Delivers the pending values on a queue, or on the main queue.
  ///
  /// - Parameters:
  ///   - queue: The queue, or `nil` for the main queue.
  ///   - isDelayed: Whether changes arrive faster than is worth delivering each of them.
  final func deliverLater(on queue: DispatchQueue?, isDelayed: Bool = false) {
    guard let queue else {
      withState { $0.lifetime }?.engine.deliverLater(self, isDelayed: isDelayed)
      return
    }
    if isDelayed {
      queue.asyncAfter(deadline: .now() + DeliveryThrottle.interval) { [self] in deliver() }
    } else {
      queue.async { [self] in deliver() }
    }
  }

  private func deliver(_ pending: PendingDelivery, to sink: Sink) {
    guard let values = pending.values else { return }
    var index = 0
    values.forEach { value in
      defer { index += 1 }
      if hasEnded { return }
      if pending.actions.isEmpty {
        deliver(value, after: nil, to: sink)
      } else {
        withUnsafePointer(to: pending.actions[index]) { deliver(value, after: $0, to: sink) }
      }
    }
  }

  /// Does the rest of a delivery, unless the subscription has ended in the meantime.
  final func finish(_ outcome: Sink.Outcome) {
    switch outcome {
    case .done: return
    case .set(let set): if !hasEnded { set() }
    case .ended: dispose()
    }
  }
}
