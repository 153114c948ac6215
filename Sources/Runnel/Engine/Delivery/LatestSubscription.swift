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
  /// When to deliver, accessed with the subscription locked.
  private struct Pace {
    var throttle = DeliveryThrottle()
    /// The wait for the interval of the delivery policy.
    var wait: (inbox: MainInbox, task: Task<Void, Never>?)?
    /// The number of waits so far, by which a wait that has ended early is recognized.
    var waitCount: UInt64 = 0
    /// The value of the last delivery, if the subscription ends later than its disposer.
    var kept: ValueBox?
  }

  /// What has been delivered, for the delivery under way.
  private struct Progress {
    var isFirst = true
    /// The number of the state that was read last.
    var version: UInt64?
    var filter = LatestValueFilter()
    /// Returns the time since the last delivery, if the deliveries have an interval.
    ///
    /// The code that schedules the next delivery reads it, while none is under way.
    var timeSinceDelivery: (@Sendable () -> Duration)?
  }

  // `@exclusivity(unchecked)`: the two rules exclude overlapping accesses.
  @exclusivity(unchecked)  // 440 of 2,300 for an observer on a queue, with the next one
  private var pace = Pace()
  @exclusivity(unchecked)
  private var progress = Progress()

  init(slice: Slice, origin: SubscriptionOrigin, state: DeliveryState, queue: DispatchQueue) {
    self.queue = MainQueue.isMain(queue) ? nil : queue
    super.init(slice: slice, origin: origin, state: state)
  }

  override func receiveFirst(from root: UnsafeRawPointer) {
    _ = withState { $0.mark() }
  }

  override var needsNotification: Bool { withState { !$0.isMarked } }

  override func notify(_ notification: Notification) {
    let (isScheduling, isThrottled) = withState { ($0.mark(), pace.throttle.isActive) }
    if isScheduling { scheduleDelivery(isThrottled: notification.hasMore && isThrottled) }
  }

  override func scheduleDelivery() {
    scheduleDelivery(isThrottled: withState { _ in pace.throttle.isActive })
  }

  private func scheduleDelivery(isThrottled: Bool) {
    if let interval = origin.delivery.interval, let time = progress.timeSinceDelivery?(),
      time < interval
    {
      delayDelivery(by: interval - time)
    } else {
      deliverLater(on: queue, isDelayed: isThrottled)
    }
  }

  override var isDelayed: Bool { pace.wait != nil }

  private func delayDelivery(by duration: Duration) {
    let (lifetime, calls, number) = withState { state in
      pace.waitCount += 1
      pace.wait = state.lifetime.map { (inbox: $0.engine.mainInbox, task: nil) }
      return (state.lifetime, state.takeCalls(), pace.waitCount)
    }
    // Last: a caller that waited until the store has settled can advance the clock at once.
    defer { calls.forEach { $0() } }
    guard let engine = lifetime?.engine else { return }
    if queue == nil { engine.mainInbox.delay(self) }
    let sleep = engine.effects.clock.sleeper(for: duration)
    let body: @Sendable () async -> Void = { [weak self] in
      // If the clock fails, the value is delivered early.
      try? await sleep()
      guard let self, self.endWait(number) else { return }
      self.deliverLater(on: self.queue)
    }
    let task = engine.scheduler?.makeTask(nil, body) ?? Task.detached(operation: body)
    let (isWaiting, isLatest) = withState { _ in
      if pace.waitCount == number { pace.wait?.task = task }
      return (pace.wait != nil, pace.waitCount == number)
    }
    // The wait has ended in the meantime.
    if !isWaiting || !isLatest { task.cancel() }
    if !isWaiting { engine.mainInbox.endDelay(of: self) }
  }

  /// Ends the wait for the interval, or the one with a number, and returns whether it has.
  ///
  /// The caller delivers, unless the subscription has ended.
  @discardableResult
  func endWait(_ number: UInt64? = nil) -> Bool {
    let ended = withState { _ in number ?? pace.waitCount == pace.waitCount ? pace.wait.take() : nil
    }
    ended?.inbox.endDelay(of: self)
    ended?.task?.cancel()
    return ended != nil
  }

  override func didDeliver(isMore: Bool) {
    pace.throttle.recordDelivery(isMore: isMore)
  }

  override func releaseValues() {
    progress.filter = LatestValueFilter()
    endWait()
  }

  override func keepNewest(from root: UnsafeRawPointer) {
    slice.read(from: root) { value in
      let value = ValueBox(slice.type, copying: value)
      withState { if $0.isScheduled { pace.kept = value } }
    }
  }

  /// Passes a value to the sink outside of the read, which the setter of a component can outlast.
  private func receive(_ value: UnsafeRawPointer, _ work: DeliveryState.Work) -> Sink.Outcome? {
    // The subscription can have ended while this waited for the state.
    let (isOver, kept) = withState { ($0.hasEnded, pace.kept) }
    if isOver { return nil }
    defer { progress.isFirst = false }
    return work.sink.receive(kept?.pointer ?? value, after: nil, isFirst: progress.isFirst)
  }

  override func deliverNewest(_ work: DeliveryState.Work) {
    let engine = work.lifetime.engine
    if origin.delivery.interval != nil {
      progress.timeSinceDelivery = engine.effects.clock.stopwatch()
    }
    var outcome: Sink.Outcome?
    if origin.isComponent, role != .filtered {
      // In place, so that the next action doesn't copy a large slice.
      let read = engine.readInPlace(slice, unlessAt: progress.version, for: role, site: site) {
        outcome = receive($0, work)
      }
      progress.version = read ?? progress.version
    } else if let (newest, read) = engine.read(
      slice, unlessAt: progress.version, for: role, site: site)
    {
      progress.version = read
      let kept = engine.timing.endsLate ? withState { _ in pace.kept } : nil
      let value = kept ?? newest
      if role == .exact, !progress.filter.isNew(value, slice.isSame) { return }
      outcome = receive(value.pointer, work)
    }
    if let outcome { finish(outcome) }
  }
}

/// Recognizes values that equal the last delivered one.
struct LatestValueFilter {
  private var last: ValueBox?

  /// Returns whether a value differs from the last new one, and remembers it if it does.
  mutating func isNew(_ value: ValueBox, _ isSame: ValueType.Comparison?) -> Bool {
    guard let isSame else { return true }
    if let last, isSame(last.pointer, value.pointer) { return false }
    last = value
    return true
  }
}
