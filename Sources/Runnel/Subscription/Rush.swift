// SPDX-License-Identifier: MIT

import Dispatch

/// Tells whether changes come faster than it is worth to deliver each of them.
///
/// Deliveries in quick succession while changes keep coming are a rush. From then on, whoever wants only
/// the newest value is told in steps too short to see, rather than as often as can be: each time he looks,
/// the reducers have to step aside.
struct Rush {
  /// How far apart the deliveries of the newest value are in a rush: a quarter of a frame of a fast
  /// display.
  static let step = DispatchTimeInterval.milliseconds(2)

  /// Two deliveries that are not further apart than this many nanoseconds are in quick succession.
  private static let pause: UInt64 = 4_000_000
  private static let limit: UInt8 = 4

  private var last: UInt64 = 0
  private var count: UInt8 = 0

  var isOn: Bool { count >= Rush.limit }

  /// Takes note of a delivery that has just ended, and of whether there is more to deliver already.
  mutating func noteDelivery(isMore: Bool) {
    let now = DispatchTime.now().uptimeNanoseconds
    let isQuick = isMore || now - last < Rush.pause
    count = isQuick ? min(count + 1, Rush.limit) : 0
    last = now
  }
}
