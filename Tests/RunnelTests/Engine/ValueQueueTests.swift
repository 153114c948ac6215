// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct ValueQueueTests {
  @Test(arguments: [0, 1, 2, 3, 1_024, 5_000])
  func `Contract 28: a queue returns its values in order, and never moves one`(count: Int) {
    let queue = ValueQueue(ValueType(String.self))
    var places: [UnsafeRawPointer?] = []
    for number in 0..<count {
      withUnsafePointer(to: String(number)) { queue.append(copying: $0) }
      places.append(queue.last)
    }
    var values: [String] = []
    var laterPlaces: [UnsafeRawPointer?] = []
    queue.forEach {
      values.append($0.assumingMemoryBound(to: String.self).pointee)
      laterPlaces.append($0)
    }
    #expect(values == (0..<count).map(String.init))
    #expect(laterPlaces == places)
    #expect(queue.last == places.last ?? nil)
  }

  @Test func `Contract 14: a queue releases its values`() {
    let tracker = LifetimeTracker()
    var queue: ValueQueue? = ValueQueue(ValueType(LifetimeToken.self))
    for _ in 0..<100 { withUnsafePointer(to: tracker.token()) { queue?.append(copying: $0) } }
    #expect(tracker.aliveCount == 100)
    queue = nil
    #expect(tracker.aliveCount == 0)
  }

  @Test func `Values without size are counted`() {
    let queue = ValueQueue(ValueType(Void.self))
    for _ in 0..<10 { withUnsafePointer(to: ()) { queue.append(copying: $0) } }
    var count = 0
    queue.forEach { _ in count += 1 }
    #expect(count == 10)
  }
}
