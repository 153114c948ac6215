// SPDX-License-Identifier: MIT

import Dispatch

/// A subscription that delivers the newest value on a queue, with at most one delivery pending.
///
/// A pending delivery holds no value: the value is read when it is delivered. So memory doesn't
/// grow with the rate of actions, and a large slice isn't copied.
///
/// `@unchecked`: inherited; the properties state which of the two rules each follows.
final class LatestSubscription: Subscription, @unchecked Sendable {
  /// `nil` for the main queue.
  private let queue: DispatchQueue?
  /// Accessed with the subscription locked.
  @exclusivity(unchecked)
  private var throttle = DeliveryThrottle()
  // These three are accessed with the subscription locked, too.
  /// Waits for the interval of the delivery policy.
  @exclusivity(unchecked)
  private var wait: Task<Void, Never>?
  /// The number of waits so far, by which a wait that has ended early is recognized.
  @exclusivity(unchecked)
  private var waitCount: UInt64 = 0
  @exclusivity(unchecked)
  private var isWaiting = false
  /// Returns the time since the last delivery, if the deliveries have an interval.
  ///
  /// The delivery under way writes it, and the code that schedules the next one reads it.
  @exclusivity(unchecked)
  private var timeSinceDelivery: (@Sendable () -> Duration)?
  // These belong to the delivery under way.
  @exclusivity(unchecked)
  private var isFirst = true
  /// The number of the state that was read last.
  @exclusivity(unchecked)
  private var version: UInt64?
  @exclusivity(unchecked)
  private var filter = LatestValueFilter()

  init(slice: Slice, origin: SubscriptionOrigin, state: DeliveryState, queue: DispatchQueue) {
    self.queue = MainQueue.isMain(queue) ? nil : queue
    super.init(slice: slice, origin: origin, state: state)
  }

  override var deliversToMain: Bool { queue == nil }

  override func receiveFirst(from root: UnsafeRawPointer) {
    _ = withState { $0.mark() }
  }

  override var needsNotification: Bool { withState { !$0.isMarked } }

  override func notify(_ notification: Notification) {
    let (isScheduling, isThrottled) = withState { ($0.mark(), throttle.isActive) }
    if isScheduling { scheduleDelivery(isThrottled: notification.hasMore && isThrottled) }
  }

  override func scheduleDelivery() {
    scheduleDelivery(isThrottled: withState { _ in throttle.isActive })
  }

  private func scheduleDelivery(isThrottled: Bool) {
    if let interval = origin.delivery.interval, let time = timeSinceDelivery?(), time < interval {
      delayDelivery(by: interval - time)
    } else {
      deliverLater(on: queue, isDelayed: isThrottled)
    }
  }

  override var isDelayed: Bool { isWaiting }

  private func delayDelivery(by duration: Duration) {
    let (lifetime, calls, number) = withState { state in
      isWaiting = true
      waitCount += 1
      return (state.lifetime, state.takeCalls(), waitCount)
    }
    // Last: a caller that waited until the store has settled can advance the clock at once.
    defer { calls.forEach { $0() } }
    guard let engine = lifetime?.engine else { return }
    let sleep = engine.effects.clock.sleeper(for: duration)
    let body: @Sendable () async -> Void = { [weak self] in
      // If the clock fails, the value is delivered early.
      try? await sleep()
      self?.deliverDelayed()
    }
    let task = engine.scheduler?.makeTask(nil, body) ?? Task.detached(operation: body)
    let hasEnded = withState { state in
      if isWaiting, waitCount == number { wait = task }
      return state.hasEnded
    }
    if hasEnded { cancelWait() }
  }

  private func deliverDelayed() {
    withState { _ in
      isWaiting = false
      wait = nil
    }
    deliverLater(on: queue)
  }

  private func cancelWait() {
    let wait = withState { _ in self.wait.take() }
    wait?.cancel()
  }

  override func didDeliver(isMore: Bool) {
    throttle.recordDelivery(isMore: isMore)
  }

  override func releaseValues() {
    filter = LatestValueFilter()
    cancelWait()
  }

  /// Passes a value to the sink outside of the read, which the setter of a component can outlast.
  private func receive(_ value: UnsafeRawPointer, _ work: DeliveryState.Work) -> Sink.Outcome? {
    // The subscription can have ended while this waited for the state.
    guard !hasEnded else { return nil }
    defer { isFirst = false }
    return work.sink.receive(value, after: nil, isFirst: isFirst)
  }

  override func deliverNewest(_ work: DeliveryState.Work) {
    let engine = work.lifetime.engine
    if origin.delivery.interval != nil { timeSinceDelivery = engine.effects.clock.stopwatch() }
    var outcome: Sink.Outcome?
    if origin.isComponent, role != .filtered {
      // In place, so that the next action doesn't copy a large slice.
      let read = engine.readInPlace(slice, unlessAt: version, site: site) {
        outcome = receive($0, work)
      }
      version = read ?? version
    } else if let (value, read) = engine.read(slice, unlessAt: version, site: site) {
      version = read
      if role == .exact, !filter.isNew(value, slice.isSame) { return }
      outcome = receive(value.pointer, work)
    }
    if let outcome { finish(outcome) }
  }
}
