// SPDX-License-Identifier: MIT

import Dispatch

/// What a subscription keeps that delivers the newest value only.
///
/// The value is read when it is delivered, and not before: memory doesn't grow with the rate of
/// actions, and a large slice isn't copied.
///
/// `@unchecked`: `pace` is accessed with the subscription locked; `progress` belongs to the
/// delivery under way, of which there is one at a time.
final class Newest: @unchecked Sendable {
  /// `nil` for the main queue.
  let queue: DispatchQueue?
  // `@exclusivity(unchecked)`: the two rules exclude overlapping accesses.
  @exclusivity(unchecked)  // 440 of 2,300 for an observer on a queue, with the next one
  var pace:
    (
      throttle: DeliveryThrottle,
      /// The wait for the interval of the delivery policy.
      wait: (inbox: MainInbox, task: Task<Void, Never>?)?,
      /// The number of waits so far, by which a wait that has ended early is recognized.
      waitCount: UInt64,
      /// The value of the last delivery, if the subscription ends later than its disposer.
      kept: ValueBox?
    ) = (throttle: DeliveryThrottle(), wait: nil, waitCount: 0, kept: nil)
  @exclusivity(unchecked)
  var progress:
    (
      version: UInt64?, filter: ValueFilter,
      /// The time since the last delivery, if deliveries have an interval, for scheduling the next
      /// one while none is under way.
      timeSinceDelivery: (@Sendable () -> Duration)?
    )

  init(on queue: DispatchQueue?, isSame: ValueType.Comparison?) {
    self.queue = queue
    progress = (version: nil, filter: ValueFilter(isSame: isSame), timeSinceDelivery: nil)
  }

  /// Releases the last value and ends a wait, when no delivery can follow.
  func release(_ subscription: Subscription) {
    progress.filter.forget()
    subscription.endWait()
  }
}

extension Subscription {
  func deliver(_ newest: Newest, _ work: DeliveryState.Work, in engine: Engine) {
    var rest: Sink.Rest?
    let seen = newest.progress.version
    func receive(_ value: UnsafeRawPointer, _ copy: ValueBox? = nil) {
      // The subscription can have ended while this waited for the state.
      let (hasEnded, kept) = withState { ($0.hasEnded, newest.pace.kept) }
      if hasEnded { return }
      let value = kept?.pointer ?? value
      if let copy, !newest.progress.filter.isNew(value, kept ?? copy) { return }
      rest = work.sink.receive(value, after: nil, isFirst: seen == nil)
    }
    if origin.delivery.interval != nil {
      newest.progress.timeSinceDelivery = engine.effects.clock.stopwatch()
    }
    if origin.isComponent, role != .filtered {
      // In place, so that the next action doesn't copy a large slice.
      let read = engine.readInPlace(slice, unlessAt: seen, for: role, site: site) { receive($0) }
      newest.progress.version = read ?? seen
    } else if let (value, read) = engine.read(slice, unlessAt: seen, for: role, site: site) {
      newest.progress.version = read
      receive(value.pointer, value)
    }
    // Outside of the read, which the setter of a component can outlast.
    finish(rest)
  }

  func schedule(_ newest: Newest, isThrottled: Bool) {
    if let interval = origin.delivery.interval, let time = newest.progress.timeSinceDelivery?(),
      time < interval
    {
      delay(newest, by: interval - time)
    } else {
      deliverLater(on: newest.queue, isDelayed: isThrottled)
    }
  }

  private func delay(_ newest: Newest, by duration: Duration) {
    let (sink, calls, number) = withState { state in
      newest.pace.waitCount += 1
      newest.pace.wait = state.sink.map { (inbox: $0.lifetime.engine.mainInbox, task: nil) }
      return (state.sink, state.takeCalls(), newest.pace.waitCount)
    }
    // Last: a caller that waited until the store has settled can advance the clock at once.
    defer { calls.forEach { $0() } }
    guard let engine = sink?.lifetime.engine else { return }
    if newest.queue == nil { engine.mainInbox.delay(self) }
    let sleep = engine.effects.clock.sleeper(for: duration)
    let body: @Sendable () async -> Void = { [weak self, queue = newest.queue] in
      // If the clock fails, the value is delivered early.
      try? await sleep()
      if let self, self.endWait(number) { self.deliverLater(on: queue) }
    }
    let task = engine.scheduler?.makeTask(nil, body) ?? Task.detached(operation: body)
    let (isWaiting, isLatest) = withState { _ in
      if newest.pace.waitCount == number { newest.pace.wait?.task = task }
      return (newest.pace.wait != nil, newest.pace.waitCount == number)
    }
    if !isWaiting || !isLatest { task.cancel() }
    if !isWaiting { engine.mainInbox.endDelay(of: self) }
  }

  /// Ends the wait for the interval, or the one with a number, and returns whether it has: the
  /// caller then delivers, unless the subscription has ended.
  @discardableResult
  func endWait(_ number: UInt64? = nil) -> Bool {
    guard let newest else { return false }
    let ended = withState { _ in
      number ?? newest.pace.waitCount == newest.pace.waitCount ? newest.pace.wait.take() : nil
    }
    ended?.inbox.endDelay(of: self)
    ended?.task?.cancel()
    return ended != nil
  }
}

/// Recognizes changes that arrive faster than is worth delivering each of them.
///
/// After several quick deliveries with more changes pending, those of the newest value are a
/// quarter of a display's frame apart: each of them makes the reducers wait.
struct DeliveryThrottle {
  /// The time between two deliveries while the throttle is active.
  static let interval = DispatchTimeInterval.milliseconds(2)

  /// Deliveries that are less than this far apart are in quick succession.
  private static let quickNanoseconds: UInt64 = 4_000_000
  private static let limit: UInt8 = 4

  private var last: UInt64 = 0
  private var count: UInt8 = 0

  var isActive: Bool { count >= DeliveryThrottle.limit }

  /// Records the end of a delivery, with the next one pending already if there is more.
  mutating func recordDelivery(isMore: Bool) {
    let now = DispatchTime.now().uptimeNanoseconds
    let isQuick = isMore || now - last < DeliveryThrottle.quickNanoseconds
    count = isQuick ? min(count + 1, DeliveryThrottle.limit) : 0
    last = now
  }
}
