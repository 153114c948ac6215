// SPDX-License-Identifier: MIT

import Testing

@testable import Load

@Suite struct SparklineTests {
  @Test("Numbers from 0 to 1 are bars from the lowest to the highest")
  func bars() {
    let numbers = [0, 0.13, 0.26, 0.38, 0.5, 0.63, 0.76, 0.88, 1]
    #expect(sparkline(numbers, width: 9) == "▁▂▃▄▅▆▇██")
  }

  @Test("The newest numbers are shown, on the right")
  func newest() {
    #expect(sparkline([1, 0, 1], width: 2) == "▁█")
    #expect(sparkline([1], width: 3) == "  █")
    #expect(sparkline([], width: 3) == "   ")
  }

  @Test("Where there is no room, there is no graph", arguments: [0, -1, .min])
  func noRoom(width: Int) {
    #expect(sparkline([1], width: width) == "")
  }

  @Test(
    "What is no number between 0 and 1 is drawn as the nearest that is",
    arguments: [(-1, "▁"), (7, "█"), (.infinity, "█"), (-.infinity, "▁"), (.nan, "▁")]
      as [(Double, String)])
  func outside(number: Double, bar: String) {
    #expect(sparkline([number], width: 1) == bar)
  }
}
