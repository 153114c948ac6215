// SPDX-License-Identifier: MIT

import Harness
import Testing

struct SpreadTests {
  @Test func `The median of an odd number of values is the one in the middle`() throws {
    let spread = try #require(Spread([9, 1, 5]))
    #expect(spread.least == 1)
    #expect(spread.median == 5)
    #expect(spread.greatest == 9)
  }

  @Test func `The median of an even number of values lies between the two in the middle`() throws {
    #expect(try #require(Spread([4, 1, 3, 2])).median == 2.5)
  }

  @Test func `A disturbed round hardly changes the median and the quartiles`() throws {
    let spread = try #require(Spread([10, 11, 12, 13, 14, 15, 16, 17, 100_000]))
    #expect(spread.median == 14)
    #expect(spread.lowerQuartile == 12)
    #expect(spread.upperQuartile == 16)
  }

  @Test func `The spread of a single value is that value`() throws {
    let spread = try #require(Spread([3]))
    #expect(spread.least == 3)
    #expect(spread.lowerQuartile == 3)
    #expect(spread.upperQuartile == 3)
  }

  @Test func `No values have no spread`() {
    #expect(Spread([]) == nil)
    #expect(Spread(ofRatios: [1], to: []) == nil)
  }

  @Test func `Ratios are of values of the same round`() throws {
    // The machine slows down, but the ratio of both values stays the same.
    let spread = try #require(Spread(ofRatios: [2, 20, 200], to: [1, 10, 100]))
    #expect(spread.least == 2)
    #expect(spread.greatest == 2)
  }

  @Test func `The reading of single operations is their median and the 99th of 100`() throws {
    let reading = try Reading(latencies: (0...100).shuffled().map(Double.init))
    #expect(reading == Reading([.time: 50, .tail: 99]))
    #expect(throws: WrongOutcome.self) { try Reading(latencies: []) }
  }
}
