// SPDX-License-Identifier: MIT

import Testing

@testable import Runnel

@Suite struct BatchBackoffTests {
  private let few = BatchBackoff.smallBatch - 1
  private let many = BatchBackoff.smallBatch

  @Test func `A turn with few actions has no pause`() {
    var backoff = BatchBackoff()
    for turn in 0..<BatchBackoff.burstLength {
      #expect(backoff.pause(after: 1, inTurn: turn) == nil)
    }
    #expect(backoff.nanoseconds == BatchBackoff.shortestNanoseconds)
  }

  @Test func `In a burst each pause is twice as long as the last one, up to a limit`() {
    var backoff = BatchBackoff()
    let pauses = (0..<10).compactMap { _ in
      backoff.pause(after: few, inTurn: BatchBackoff.burstLength)
    }
    #expect(pauses.count == 10)
    #expect(pauses.first == BatchBackoff.shortestNanoseconds)
    #expect(pauses.last == BatchBackoff.longestNanoseconds)
    for (pause, next) in zip(pauses, pauses.dropFirst()) {
      #expect(next == min(2 * pause, BatchBackoff.longestNanoseconds))
    }
  }

  @Test func `A large batch has no pause, and halves the next one`() {
    var backoff = BatchBackoff()
    let turn = BatchBackoff.burstLength
    for _ in 0..<10 { _ = backoff.pause(after: few, inTurn: turn) }
    #expect(backoff.pause(after: many, inTurn: turn) == nil)
    #expect(backoff.pause(after: few, inTurn: turn) == BatchBackoff.longestNanoseconds / 2)
    for _ in 0..<10 { _ = backoff.pause(after: many, inTurn: turn) }
    #expect(backoff.pause(after: few, inTurn: turn) == BatchBackoff.shortestNanoseconds)
  }
}
