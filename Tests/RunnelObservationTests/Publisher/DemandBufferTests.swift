// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelObservation

@Suite struct DemandBufferTests {
  @Test("Nothing is delivered that was not asked for, and then the newest")
  func demand() {
    let values = Recorder<Int>()
    let buffer = DemandBuffer<Int> {
      values.record($0)
      return 0
    }
    for value in 1...3 { buffer.offer(value) }
    #expect(values.values == [])
    buffer.ask(for: 2)
    buffer.deliver()
    #expect(values.values == [3])
    for value in 4...6 { buffer.offer(value) }
    #expect(values.values == [3, 4])
    buffer.ask(for: nil)
    buffer.deliver()
    for value in 7...8 { buffer.offer(value) }
    #expect(values.values == [3, 4, 6, 7, 8])
  }

  @Test("Who takes a value may ask for more, up to all there are")
  func more() {
    let values = Recorder<Int>()
    let buffer = DemandBuffer<Int> {
      values.record($0)
      return $0 == 2 ? .max : $0 == 1 ? 1 : 0
    }
    buffer.ask(for: 1)
    for value in 1...2 { buffer.offer(value) }
    buffer.ask(for: .max)
    for value in 3...9 { buffer.offer(value) }
    #expect(values.values == Array(1...9))
  }

  @Test("Values that come while one is delivered come after it, each that was asked for")
  func inOrder() {
    let values = Recorder<Int>()
    let buffer = Locked<DemandBuffer<Int>?>(nil)
    let made = DemandBuffer<Int> { value in
      let buffer = buffer.withLock { $0 }
      if value == 0 { for next in 1...3 { buffer?.offer(next) } }
      values.record(value)
      return 0
    }
    buffer.withLock { $0 = made }
    made.ask(for: 3)
    made.offer(0)
    #expect(values.values == [0, 1, 2])
    made.ask(for: 1)
    made.deliver()
    #expect(values.values == [0, 1, 2, 3])
    buffer.withLock { $0 = nil }
  }

  @Test("Values come one at a time and in order from whatever threads they and demands come")
  func threads() async {
    let values = Recorder<Int>()
    let inside = Counter()
    let overlaps = Counter()
    let isInside = Locked(false)
    let buffer = DemandBuffer<Int> { value in
      if isInside.withLock({ isInside in
        defer { isInside = true }; return isInside
      }) {
        overlaps.increment()
      }
      inside.increment()
      values.record(value)
      isInside.withLock { $0 = false }
      return 0
    }
    await onThreads(3) { thread in
      for number in 0..<10_000 {
        if thread == 0 {
          buffer.offer(number)
        } else {
          buffer.ask(for: 1)
          buffer.deliver()
        }
      }
    }
    buffer.ask(for: nil)
    buffer.deliver()
    let received = values.values
    #expect(overlaps.value == 0)
    #expect(zip(received, received.dropFirst()).allSatisfy { $0 < $1 })
    #expect(received.last == 9_999)
  }

  @Test("When it has ended nothing is delivered and nothing is held")
  func end() {
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
    buffer.ask(for: nil)
    buffer.deliver()
    #expect(values.value == 0)
    #expect(tracker.aliveCount == 0)
  }

  @Test("A life that is over before it has begun ends what it is given")
  func lives() {
    let ended = Counter()
    let first = Life()
    first.end()
    #expect(first.isOver)
    first.own(Disposable { ended.increment() })
    #expect(ended.value == 1)
    let second = Life()
    second.own(Disposable { ended.increment() })
    #expect(ended.value == 1)
    #expect(!second.isOver)
    second.end()
    second.end()
    #expect(ended.value == 2)
  }
}
