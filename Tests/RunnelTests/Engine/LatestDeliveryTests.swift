// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// The throttle of subscriptions that deliver the newest value.
@Suite struct LatestDeliveryTests {

  @Test func `Contract 19: several deliveries with more changes pending activate the throttle`() {
    var throttle = DeliveryThrottle()
    // The first one is not close to an earlier delivery.
    throttle.recordDelivery(isMore: false)
    #expect(!throttle.isActive)
    for _ in 0..<3 {
      throttle.recordDelivery(isMore: true)
      #expect(!throttle.isActive)
    }
    for _ in 0..<10 {
      throttle.recordDelivery(isMore: true)
      #expect(throttle.isActive)
    }
  }
}
