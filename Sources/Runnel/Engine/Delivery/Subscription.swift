// SPDX-License-Identifier: MIT

import Dispatch

/// A subscription that passes values to a sink, one at a time and in order.
///
/// `@unchecked`: `state` is accessed with the subscription's shared lock held; the rest is
/// constant.
final class Subscription: SliceSubscriber, @unchecked Sendable {
  enum Turn {
    /// Each change or action, on the drain, right after the reducers.
    case inline
    /// Each change or action, on the main queue, or on one that can be concurrent.
    case main
    case queue(DispatchQueue)
    /// The newest value, with at most one delivery pending.
    case newest(Newest)
  }

  @exclusivity(unchecked)  // 57
  private var state: DeliveryState
  private let turn: Turn

  /// Creates a subscription that the drain delivers if there is no queue, and that begins no
  /// delivery before `start` if it is held.
  init(
    slice: Slice, origin: SubscriptionOrigin, on queue: DispatchQueue?, _ sink: Sink, isHeld: Bool
  ) {
    state = DeliveryState(sink: sink, isHeld: isHeld)
    if let queue {
      let queue = MainQueue.isMain(queue) ? nil : queue
      turn =
        origin.delivery.isLatest
        ? .newest(Newest(on: queue, isSame: origin.role == .exact ? slice.isSame : nil))
        : queue.map { .queue($0) } ?? .main
    } else {
      turn = .inline
    }
    super.init(slice: slice, origin: origin)
  }

  @inline(__always)
  func withState<Result>(_ body: (inout DeliveryState) -> Result) -> Result {
    SharedLock(of: self).withLock { body(&state) }
  }

  var site: CallSite { origin.site }
  var engine: Engine? { withState { $0.sink }?.lifetime.engine }
  override var hasEnded: Bool { withState { $0.hasEnded } }
  /// Whether the subscription has ended and delivers nothing anymore.
  var isOver: Bool { withState { $0.hasEnded && !$0.isDelivering } }
  override var deliveryCount: Int { withState { Int($0.deliveryCount) } }
  override var isPending: Bool { withState { $0.isScheduled && !$0.hasEnded } }
  override var isInline: Bool { if case .inline = turn { true } else { false } }
  var newest: Newest? { if case .newest(let newest) = turn { newest } else { nil } }

  // MARK: Notifications

  override func receiveFirst(from root: UnsafeRawPointer) {
    if newest != nil { return _ = withState { $0.mark() } }
    if role.isListener { return }
    slice.read(from: root) { value in _ = withState { $0.append(value, slice.type) } }
  }

  override func deliverFirst(from root: UnsafeRawPointer) {
    guard let sink = withState({ $0.beginInline() }) else { return }
    measure(in: sink.lifetime.engine) {
      slice.read(from: root) { finish(sink.receive($0, after: nil, isFirst: true)) }
    }
  }

  override var needsNotification: Bool { newest == nil || withState { !$0.isMarked } }

  override func notify(_ notification: Notification) {
    if notification.sequence <= lastEarlierAction { return }
    switch turn {
    case .inline: deliverInline(notification)
    case .main, .queue:
      // A pending action retains no value.
      if role == .actions { return append(notification.root, .void, after: notification.action) }
      slice.readAnnounced(from: notification.root) { value in
        append(value, slice.type, after: role == .listener ? notification.action : nil)
      }
    case .newest(let newest):
      let (isScheduling, isThrottled) = withState { ($0.mark(), newest.pace.throttle.isActive) }
      if isScheduling { schedule(newest, isThrottled: notification.hasMore && isThrottled) }
    }
  }

  private func append(
    _ value: UnsafeRawPointer, _ type: ValueType, after action: UnsafePointer<any Action>?
  ) {
    let isScheduling = withState { state in
      state.append(value, type, after: action?.pointee, skippingEqualBytes: role == .loose)
    }
    if isScheduling { scheduleDelivery() }
  }

  private func deliverInline(_ notification: Notification) {
    var (sink, hasValues) = withState { ($0.hasValues ? nil : $0.beginInline(), $0.hasValues) }
    if hasValues {
      deliver()
      sink = withState { $0.beginInline() }
    }
    guard let sink else { return }
    @inline(__always)
    func pass(_ value: UnsafeRawPointer) {
      finish(sink.receive(value, after: notification.action, isFirst: false))
    }
    if role == .actions { return pass(notification.root) }
    slice.readAnnounced(from: notification.root, pass)
  }

  // MARK: Beginning and ending

  /// Begins the deliveries, or delivers the first value before returning, once, for the code that
  /// created the subscription.
  func start(immediately: Bool = false) {
    if origin.isLate, let engine {
      // Behind the barrier that adds it.
      engine.post(.run { [self] in goOn(after: withState { $0.finish() }) })
    } else if immediately {
      deliver()
    } else {
      goOn(after: withState { $0.finish() })
    }
  }

  /// Begins as soon as the connection that this replaces delivers nothing anymore: a component
  /// never receives two values at once.
  func start(replacing replaced: Subscription?) {
    guard let replaced else { return start() }
    replaced.dispose(then: { [self] calls in
      withState { $0.addCalls(calls) }
      start()
    })
  }

  /// Ends the subscription, and calls `next` at once, or when the delivery under way has ended.
  func dispose(then next: PendingDelivery.Successor? = nil) {
    let (last, calls) = withState { $0.end(then: next) }
    // `last` is released with nothing locked: it retains user code, and perhaps the store.
    if let sink = last.sink {
      sink.lifetime.engine.remove(self)
      if !last.isDelivering { newest?.release(self) }
    }
    if !last.isDelivering, let next { next(calls) } else { calls.forEach { $0() } }
  }

  override func whenDelivered(_ call: @escaping @Sendable () -> Void) -> Bool {
    withState { newest?.pace.wait == nil && $0.addCall(call) }
  }

  // MARK: Delivering

  private func scheduleDelivery() {
    switch turn {
    case .inline: engine?.post(.deliver(self))
    case .main: deliverLater(on: nil)
    case .queue(let queue): deliverLater(on: queue)
    case .newest(let newest):
      schedule(newest, isThrottled: withState { _ in newest.pace.throttle.isActive })
    }
  }

  /// Delivers on a queue, or on the main queue, delayed if changes arrive faster than is worth
  /// delivering each of them.
  func deliverLater(on queue: DispatchQueue?, isDelayed: Bool = false) {
    guard let queue else {
      engine?.deliverLater(self, isDelayed: isDelayed)
      return
    }
    if isDelayed {
      queue.asyncAfter(deadline: .now() + DeliveryThrottle.interval) { [self] in deliver() }
    } else {
      queue.async { [self] in deliver() }
    }
  }

  func deliverPending() {
    if withState({ $0.hasValues }) { deliver() }
  }

  /// Delivers the pending values, and schedules the next delivery if there are more.
  func deliver() {
    guard let work = withState({ $0.begin() }) else { return }
    let engine = work.sink.lifetime.engine
    measure(in: engine) {
      if let pending = work.pending { deliver(pending, work) }
      if work.isMarked, let newest { deliver(newest, work, in: engine) }
    }
    goOn(
      after: withState { state in
        let rest = state.finish(work)
        newest?.pace.throttle.recordDelivery(isMore: rest.isMore)
        return rest
      })
  }

  /// From here on the next delivery can be under way, unless the subscription has ended.
  private func goOn(after rest: DeliveryState.Rest) {
    if rest.hasEnded { newest?.release(self) }
    if let successor = rest.successor { return successor(rest.calls) }
    rest.calls.forEach { $0() }
    if rest.isMore { scheduleDelivery() }
  }

  /// Runs a delivery in a context of its own, and reports it if a probe needs that.
  private func measure(in engine: Engine, _ deliver: () -> Void) {
    if engine.effects.probes.need(.delivered) {
      engine.effects.probes.measure(self) { engine.during(site, deliver) }
    } else {
      engine.during(site, deliver)
    }
  }

  private func deliver(_ pending: PendingDelivery, _ work: DeliveryState.Work) {
    var index = 0
    pending.values?.forEach { value in
      defer { index += 1 }
      if hasEnded { return }
      let isFirst = work.isFirst && index == 0
      if pending.actions.isEmpty {
        finish(work.sink.receive(value, after: nil, isFirst: isFirst))
      } else {
        withUnsafePointer(to: pending.actions[index]) {
          finish(work.sink.receive(value, after: $0, isFirst: isFirst))
        }
      }
    }
  }

  /// Does the rest of a delivery, unless the subscription has ended in the meantime.
  func finish(_ rest: Sink.Rest?) {
    if let rest, !hasEnded, !rest() { dispose() }
  }

  /// Keeps the newest value for the last delivery of a subscription that is no longer notified.
  func keepNewest(from root: UnsafeRawPointer) {
    guard let newest else { return }
    slice.read(from: root) { value in
      let value = ValueBox(slice.type, copying: value)
      withState { if $0.isScheduled { newest.pace.kept = value } }
    }
  }
}
