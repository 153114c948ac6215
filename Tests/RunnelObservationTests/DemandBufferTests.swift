// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

@Suite struct DemandBufferTests {
  @Test func `values are delivered on demand, and only the newest is kept without demand`() {
    let values = Recorder<Int>()
    let buffer = DemandBuffer<Int> {
      values.record($0)
      return 0
    }
    for value in 1...3 { buffer.offer(value) }
    #expect(values.values == [])
    buffer.request(2)
    buffer.deliver()
    #expect(values.values == [3])
    for value in 4...6 { buffer.offer(value) }
    #expect(values.values == [3, 4])
    buffer.request(nil)
    buffer.deliver()
    for value in 7...8 { buffer.offer(value) }
    #expect(values.values == [3, 4, 6, 7, 8])
  }

  @Test func `a receiver can request more values`() {
    let values = Recorder<Int>()
    let buffer = DemandBuffer<Int> {
      values.record($0)
      return $0 == 2 ? .max : $0 == 1 ? 1 : 0
    }
    buffer.request(1)
    for value in 1...2 { buffer.offer(value) }
    buffer.request(.max)
    for value in 3...9 { buffer.offer(value) }
    #expect(values.values == Array(1...9))
  }

  @Test func `values offered during a delivery follow it, up to the demand`() {
    let values = Recorder<Int>()
    let buffer = Locked<DemandBuffer<Int>?>(nil)
    let made = DemandBuffer<Int> { value in
      let buffer = buffer.withLock { $0 }
      if value == 0 { for next in 1...3 { buffer?.offer(next) } }
      values.record(value)
      return 0
    }
    buffer.withLock { $0 = made }
    made.request(3)
    made.offer(0)
    #expect(values.values == [0, 1, 2])
    made.request(1)
    made.deliver()
    #expect(values.values == [0, 1, 2, 3])
    buffer.withLock { $0 = nil }
  }

  @Test func `values and requests from several threads are delivered one at a time in order`() async
  {
    let values = Recorder<Int>()
    let detector = OverlapDetector()
    let buffer = DemandBuffer<Int> { value in
      detector.run { values.record(value) }
      return 0
    }
    await onThreads(3) { thread in
      for number in 0..<10_000 {
        if thread == 0 {
          buffer.offer(number)
        } else {
          buffer.request(1)
          buffer.deliver()
        }
      }
    }
    buffer.request(nil)
    buffer.deliver()
    let received = values.values
    #expect(detector.overlaps == 0)
    #expect(zip(received, received.dropFirst()).allSatisfy { $0 < $1 })
    #expect(received.last == 9_999)
  }

  @Test func `an ended buffer delivers and retains nothing`() {
    let tracker = LifetimeTracker()
    let values = Counter()
    let buffer = DemandBuffer<LifetimeToken> { [token = tracker.token()] _ in
      token.touch()
      values.increment()
      return 0
    }
    buffer.offer(tracker.token())
    buffer.offer(tracker.token())
    #expect(tracker.aliveCount == 2)
    buffer.end()
    buffer.offer(tracker.token())
    buffer.request(nil)
    buffer.deliver()
    #expect(values.value == 0)
    #expect(tracker.aliveCount == 0)
  }
}
