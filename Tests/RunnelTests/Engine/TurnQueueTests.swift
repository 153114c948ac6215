// SPDX-License-Identifier: MIT

import Testing

@testable import Runnel

@Suite struct TurnQueueTests {
  @Test func `The first thread has its turn immediately, and later ones wait`() {
    var queue = TurnQueue<Int>()
    #expect(!queue.isTurnTaken)
    #expect(queue.join(1) == true)
    #expect(queue.join(2) == false)
    #expect(queue.join(3) == false)
    #expect(queue.isTurnTaken)
  }

  @Test func `Turns are granted in the order in which threads joined`() {
    var queue = TurnQueue<Int>()
    #expect(queue.join(0) == true)
    for number in 1...100 { #expect(queue.join(number) == false) }
    for number in 1...100 {
      #expect(queue.endTurn() == number)
      // A thread that joins again waits behind all others.
      #expect(queue.join(number + 100) == false)
    }
    for number in 101...200 { #expect(queue.endTurn() == number) }
    #expect(queue.endTurn() == nil)
    #expect(!queue.isTurnTaken)
    #expect(queue.join(201) == true)
  }
}
