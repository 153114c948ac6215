// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// The filter and the throttle of subscriptions that deliver the newest value.
@Suite struct LatestDeliveryTests {
  private func box<Value>(_ value: Value) -> ValueBox {
    withUnsafePointer(to: value) { ValueBox(ValueType(Value.self), copying: $0) }
  }

  @Test func `Contract 12: a filter recognizes values that equal the last new one`() {
    let isSame = DynamicEquality.comparison(of: Int.self)
    var filter = LatestValueFilter()
    let results = [1, 1, 2, 2, 1, 1].map { filter.isNew(box($0), isSame) }
    #expect(results == [true, false, true, false, true, false])
  }

  @Test func `Contract 12: without == every value is new`() {
    let isSame = DynamicEquality.comparison(of: Opaque.self)
    var filter = LatestValueFilter()
    let results = (0..<3).map { _ in filter.isNew(box(Opaque()), isSame) }
    #expect(results == [true, true, true])
  }

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
