// SPDX-License-Identifier: MIT

import Dispatch

/// A subscription that delivers each change, or each action, in order, on a queue.
///
/// It delivers one value at a time even if the queue is concurrent.
///
/// `@unchecked`: inherited; `isFirst` belongs to the delivery under way.
final class QueuedSubscription: Subscription, @unchecked Sendable {
  /// `nil` for the main queue.
  private let queue: DispatchQueue?
  /// Belongs to the delivery under way.
  private var isFirst = true

  init(slice: Slice, origin: SubscriptionOrigin, state: DeliveryState, queue: DispatchQueue) {
    self.queue = MainQueue.isMain(queue) ? nil : queue
    super.init(slice: slice, origin: origin, state: state)
  }

  override func receiveFirst(from root: UnsafeRawPointer) {
    guard !role.isListener else { return }
    slice.read(from: root) { value in _ = withState { $0.append(value, slice.type) } }
  }

  override func scheduleDelivery() {
    deliverLater(on: queue)
  }

  override func notify(_ notification: Notification) {
    if notification.sequence <= lastEarlierAction { return }
    // A pending action retains no value.
    if role == .actions { return append(notification.root, .void, after: notification.action) }
    slice.readAnnounced(from: notification.root) { value in
      append(value, slice.type, after: role == .listener ? notification.action : nil)
    }
  }

  private func append(
    _ value: UnsafeRawPointer, _ type: ValueType, after action: UnsafePointer<any Action>?
  ) {
    let isScheduling = withState { state in
      state.append(
        value, type, after: action?.pointee, skippingEqualBytes: role == .loose)
    }
    if isScheduling { scheduleDelivery() }
  }

  override func deliver(
    _ value: UnsafeRawPointer, after action: UnsafePointer<any Action>?, to sink: Sink
  ) {
    defer { isFirst = false }
    finish(sink.receive(value, after: action, isFirst: isFirst))
  }
}
