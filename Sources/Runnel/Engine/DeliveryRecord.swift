// SPDX-License-Identifier: MIT

/// A delivery of a value or an action to an observer.
package struct DeliveryRecord: Sendable {
  /// The time at which the delivery began, in nanoseconds of system uptime.
  package let start: UInt64
  /// The time that the observer took, in nanoseconds.
  package let duration: UInt64
  package let isOnMainThread: Bool
  private let origin: SubscriptionOrigin
  private let slice: Slice

  init(_ subscriber: Subscriber, start: UInt64, duration: UInt64, isOnMainThread: Bool) {
    self.start = start
    self.duration = duration
    self.isOnMainThread = isOnMainThread
    origin = subscriber.origin
    slice = subscriber.slice
  }

  /// A description of the subscription, without a number of deliveries.
  package func describe() -> SubscriptionInfo {
    SubscriptionInfo(origin, of: slice, deliveryCount: 0)
  }
}
