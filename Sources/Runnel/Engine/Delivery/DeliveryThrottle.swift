// SPDX-License-Identifier: MIT

import Dispatch

/// Recognizes changes that arrive faster than is worth delivering each of them.
///
/// Several deliveries in quick succession, with more changes pending, activate the throttle. Then
/// deliveries of the newest value are a quarter of a display's frame apart: each of them makes the
/// reducers wait.
struct DeliveryThrottle {
  /// The time between two deliveries while the throttle is active.
  static let interval = DispatchTimeInterval.milliseconds(2)

  /// Deliveries that are less than this far apart are in quick succession.
  private static let quickNanoseconds: UInt64 = 4_000_000
  private static let limit: UInt8 = 4

  private var last: UInt64 = 0
  private var count: UInt8 = 0

  var isActive: Bool { count >= DeliveryThrottle.limit }

  /// Records the end of a delivery.
  ///
  /// - Parameter isMore: Whether the next one is pending already.
  mutating func recordDelivery(isMore: Bool) {
    let now = DispatchTime.now().uptimeNanoseconds
    let isQuick = isMore || now - last < DeliveryThrottle.quickNanoseconds
    count = isQuick ? min(count + 1, DeliveryThrottle.limit) : 0
    last = now
  }
}
