// SPDX-License-Identifier: MIT

import Testing

@testable import Load

@Suite struct SparklineTests {
  @Test func `Numbers from 0 to 1 become bars from the lowest to the highest`() {
    let numbers = [0, 0.13, 0.26, 0.38, 0.5, 0.63, 0.76, 0.88, 1]
    #expect(sparkline(numbers, width: 9) == "▁▂▃▄▅▆▇██")
  }

  @Test func `The newest numbers are shown, on the right`() {
    #expect(sparkline([1, 0, 1], width: 2) == "▁█")
    #expect(sparkline([1], width: 3) == "  █")
    #expect(sparkline([], width: 3) == "   ")
  }

  @Test(arguments: [0, -1, .min])
  func `Without space there is no graph`(width: Int) {
    #expect(sparkline([1], width: width) == "")
  }

  @Test(
    arguments: [(-1, "▁"), (7, "█"), (.infinity, "█"), (-.infinity, "▁"), (.nan, "▁")]
      as [(Double, String)])
  func `Numbers outside of 0 to 1 are drawn as the nearest valid number`(
    number: Double, bar: String
  ) {
    #expect(sparkline([number], width: 1) == bar)
  }
}
