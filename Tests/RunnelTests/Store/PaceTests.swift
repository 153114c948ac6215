// SPDX-License-Identifier: MIT

import Testing

@testable import Runnel

struct PaceTests {
  private let few = Pace.smallBatch - 1
  private let many = Pace.smallBatch

  @Test func `a turn with few actions has no pause`() {
    var pace = Pace()
    for turn in 0..<Pace.burstLength { #expect(pace.pause(after: 1, inTurn: turn) == nil) }
    #expect(pace.nanoseconds == Pace.shortestNanoseconds)
  }

  @Test func `in a burst the drain pauses for longer from time to time, up to a limit`() {
    var pace = Pace()
    var pauses: [UInt64] = []
    for _ in 0..<10 { pauses.append(pace.pause(after: few, inTurn: Pace.burstLength) ?? 0) }
    #expect(pauses.first == Pace.shortestNanoseconds)
    #expect(pauses.last == Pace.longestNanoseconds)
    for (pause, next) in zip(pauses, pauses.dropFirst()) {
      #expect(next == min(2 * pause, Pace.longestNanoseconds))
    }
  }

  @Test func `whoever finds many actions does not pause, and pauses for less the next time`() {
    var pace = Pace()
    for _ in 0..<10 { _ = pace.pause(after: few, inTurn: Pace.burstLength) }
    #expect(pace.pause(after: many, inTurn: Pace.burstLength) == nil)
    #expect(
      pace.pause(after: few, inTurn: Pace.burstLength) == Pace.longestNanoseconds / 2)
    for _ in 0..<10 { _ = pace.pause(after: many, inTurn: Pace.burstLength) }
    #expect(pace.pause(after: few, inTurn: Pace.burstLength) == Pace.shortestNanoseconds)
  }
}
