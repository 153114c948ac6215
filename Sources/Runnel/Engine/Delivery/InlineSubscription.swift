// SPDX-License-Identifier: MIT

/// A subscription that delivers on the store's own queue, right after the reducers.
///
/// `@unchecked`: inherited; it adds no state.
final class InlineSubscription: Subscription, @unchecked Sendable {
  override var isInline: Bool { true }

  override func receiveFirst(from root: UnsafeRawPointer) {
    guard !role.isListener else { return }
    slice.read(from: root) { value in _ = withState { $0.append(value, slice.type) } }
  }

  override func scheduleDelivery() {
    withState { $0.lifetime }?.engine.deliverFirst(self)
  }

  /// Delivers the first value, if it is still pending.
  ///
  /// Called on the drain.
  func deliverPending() {
    if withState({ $0.hasValues }) { deliver() }
  }

  override func notify(_ notification: Notification) {
    if notification.sequence <= lastEarlierAction { return }
    var (sink, hasValues) = withState { ($0.hasValues ? nil : $0.beginInline(), $0.hasValues) }
    if hasValues {
      deliver()
      sink = withState { $0.beginInline() }
    }
    guard let sink else { return }
    // The sink reads no value.
    if role == .actions {
      return deliver(notification.root, after: notification.action, to: sink)
    }
    slice.readAnnounced(from: notification.root) { value in
      deliver(value, after: notification.action, to: sink)
    }
  }
}
