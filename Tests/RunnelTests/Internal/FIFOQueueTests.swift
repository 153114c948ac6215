// SPDX-License-Identifier: MIT

import Testing

@testable import Runnel

@Suite struct FIFOQueueTests {
  @Test func `a queue returns its elements in the order in which they were added`() {
    var queue = FIFOQueue<Int>()
    var next = 0
    for number in 0..<10_000 {
      queue.append(number)
      #expect(queue.first == next)
      guard number % 3 != 0 else { continue }
      #expect(queue.popFirst() == next)
      next += 1
    }
    #expect(queue.count == 10_000 - next)
    while let number = queue.popFirst() {
      #expect(number == next)
      next += 1
    }
    #expect(next == 10_000)
    #expect(queue.isEmpty)
    #expect(queue.first == nil)
  }

  @Test func `a queue releases an element as soon as it is taken`() {
    final class Object {}
    var queue = FIFOQueue<Object>()
    for _ in 0..<10 { queue.append(Object()) }
    weak let first = queue.popFirst()
    #expect(first == nil)
    #expect(queue.count == 9)
  }

  @Test func `elements are removed from the middle of a queue`() {
    var queue = FIFOQueue<Int>()
    for number in 0..<10 { queue.append(number) }
    _ = queue.popFirst()
    queue.removeAll { $0.isMultiple(of: 2) }
    #expect(queue.count == 5)
    #expect(queue.first == 1)
    queue.append(11)
    var rest: [Int] = []
    while let number = queue.popFirst() { rest.append(number) }
    #expect(rest == [1, 3, 5, 7, 9, 11])
  }
}
