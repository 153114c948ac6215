// SPDX-License-Identifier: MIT

import Harness
import Testing

struct SpreadTests {
  @Test("The median of an odd number of values is the one in the middle")
  func oddMedian() throws {
    let spread = try #require(Spread([9, 1, 5]))
    #expect(spread.least == 1)
    #expect(spread.median == 5)
    #expect(spread.greatest == 9)
  }

  @Test("The median of an even number of values lies between the two in the middle")
  func evenMedian() throws {
    #expect(try #require(Spread([4, 1, 3, 2])).median == 2.5)
  }

  @Test("One round that goes wrong moves neither the median nor the quartiles far")
  func outlier() throws {
    let spread = try #require(Spread([10, 11, 12, 13, 14, 15, 16, 17, 100_000]))
    #expect(spread.median == 14)
    #expect(spread.lowerQuartile == 12)
    #expect(spread.upperQuartile == 16)
  }

  @Test("A single value is all of its spread")
  func single() throws {
    let spread = try #require(Spread([3]))
    #expect(spread.least == 3)
    #expect(spread.lowerQuartile == 3)
    #expect(spread.upperQuartile == 3)
  }

  @Test("Nothing has no spread")
  func nothing() {
    #expect(Spread([]) == nil)
    #expect(Spread(ofRatios: [1], to: []) == nil)
  }

  @Test("Ratios are of values of the same round")
  func pairedRatios() throws {
    // The machine gets slower and slower, and all the while one takes twice as long as the other.
    let spread = try #require(Spread(ofRatios: [2, 20, 200], to: [1, 10, 100]))
    #expect(spread.least == 2)
    #expect(spread.greatest == 2)
  }
}
