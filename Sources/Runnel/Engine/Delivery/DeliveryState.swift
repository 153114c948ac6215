// SPDX-License-Identifier: MIT

/// The state machine of a subscription: one delivery at a time, in order, and none after the end.
///
/// Each function returns what the caller must do once the subscription is unlocked.
struct DeliveryState {
  struct Work {
    let sink: Sink
    let pending: PendingDelivery?
    /// The newest value must be read.
    let isMarked: Bool
    let isFirst: Bool
  }

  struct Rest {
    let calls: [@Sendable () -> Void]
    let successor: PendingDelivery.Successor?
    /// The caller must schedule the next delivery.
    let isMore: Bool
    let hasEnded: Bool
  }

  /// `nil` once the subscription has ended.
  private(set) var sink: Sink?
  private var pending: PendingDelivery?
  private(set) var isMarked = false
  /// A delivery is scheduled or under way.
  private(set) var isScheduled = false
  /// A delivery is under way, by this subscription or by the one that it replaces.
  private(set) var isDelivering = false
  /// The number of values or actions whose delivery has begun, in four bytes behind the flags.
  private(set) var deliveryCount: UInt32 = 0

  /// Until a held subscription is told to `finish`, it begins no delivery.
  init(sink: Sink?, isHeld: Bool) {
    self.sink = sink
    isScheduled = isHeld
    isDelivering = isHeld
  }

  var hasEnded: Bool { sink == nil }
  var hasValues: Bool { pending?.values != nil }

  private mutating func makePending() -> PendingDelivery {
    let made = pending ?? PendingDelivery()
    pending = made
    return made
  }

  private mutating func schedule() -> Bool {
    defer { isScheduled = true }
    return !isScheduled
  }

  /// Records that there is a newer value, and returns whether the caller must schedule a delivery.
  mutating func mark() -> Bool {
    guard !hasEnded else { return false }
    isMarked = true
    return schedule()
  }

  /// Appends a value, and returns whether the caller must schedule a delivery.
  mutating func append(
    _ value: UnsafeRawPointer, _ type: ValueType, after action: (any Action)? = nil,
    skippingEqualBytes: Bool = false
  ) -> Bool {
    guard !hasEnded else { return false }
    let pending = makePending()
    let values = pending.values ?? ValueQueue(type)
    // A pending value is retained, so equal bytes mean that nothing has changed since.
    if skippingEqualBytes, let last = values.last,
      Platform.bytesAreEqual(last, value, count: type.size)
    {
      return false
    }
    values.append(copying: value)
    if let action { pending.actions.append(action) }
    pending.values = values
    return schedule()
  }

  /// Adds a call for the end of the pending deliveries, and returns `false` if there are none.
  mutating func addCall(_ call: @escaping @Sendable () -> Void) -> Bool {
    guard !hasEnded, isScheduled else { return false }
    makePending().calls.append(call)
    return true
  }

  /// Returns the calls that wait for the pending deliveries, which wait no longer.
  mutating func takeCalls() -> [@Sendable () -> Void] {
    defer { pending?.calls = [] }
    return pending?.calls ?? []
  }

  mutating func addCalls(_ calls: [@Sendable () -> Void]) {
    if !calls.isEmpty { makePending().calls += calls }
  }

  mutating func beginInline() -> Sink? {
    if sink != nil { deliveryCount &+= 1 }
    return sink
  }

  mutating func begin() -> Work? {
    guard let sink else { return nil }
    let work = Work(
      sink: sink, pending: pending, isMarked: isMarked, isFirst: deliveryCount == 0)
    deliveryCount &+= UInt32(clamping: (pending?.values?.count ?? 0) + (isMarked ? 1 : 0))
    isMarked = false
    isDelivering = true
    pending = nil
    return work
  }

  /// Ends a delivery, or the hold of a subscription that was created with one.
  mutating func finish(_ work: Work? = nil) -> Rest {
    isDelivering = false
    isScheduled = isMarked || hasValues
    // Calls that came during the last delivery wait for nothing else.
    let rest = isScheduled ? nil : pending.take()
    var calls = work?.pending?.calls ?? []
    // Two empty arrays would be joined in a new allocation.
    if let later = rest?.calls, !later.isEmpty { calls += later }
    return Rest(
      calls: calls, successor: rest?.successor, isMore: isScheduled, hasEnded: hasEnded)
  }

  /// Ends the subscription, and calls `successor` when no delivery is under way anymore.
  ///
  /// Returns the state before, to be released with nothing locked, and the calls that have nothing
  /// left to wait for.
  mutating func end(
    then successor: PendingDelivery.Successor?
  ) -> (last: DeliveryState, calls: [@Sendable () -> Void]) {
    let last = self
    self = DeliveryState(sink: nil, isHeld: false)
    isDelivering = last.isDelivering
    let calls = last.pending?.calls ?? []
    guard isDelivering, let successor = successor ?? last.pending?.successor
    else { return (last, calls) }
    makePending().successor = successor
    addCalls(calls)
    return (last, [])
  }
}

/// The undelivered part of a subscription, which mostly has none: accessed with that locked, or by
/// the code that has taken it out.
final class PendingDelivery {
  /// Starts the subscription that replaces an ended one, with the calls that waited for that.
  typealias Successor = (_ calls: [@Sendable () -> Void]) -> Void

  var values: ValueQueue?
  /// The actions that led to the values, for listeners.
  var actions = ContiguousArray<any Action>()
  /// Calls for the end of the deliveries.
  var calls: [@Sendable () -> Void] = []
  /// Called when the delivery has ended that was under way when the subscription ended.
  var successor: Successor?
}
