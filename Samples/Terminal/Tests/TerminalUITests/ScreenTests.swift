// SPDX-License-Identifier: MIT

import TerminalTesting
import Testing

@testable import TerminalUI

@Suite struct ScreenTests {
  private var screen = Screen()

  @Test mutating func `The first frame is sent completely, and the same frame again is not sent`() {
    let lines = [StyledLine("one"), StyledLine("two", .bold)]
    #expect(
      screen.update(to: lines, columns: 8)
        == "\u{1B}[m\u{1B}[2J\u{1B}[1Hone\u{1B}[2H\u{1B}[0;1mtwo     \u{1B}[m")
    #expect(screen.update(to: lines, columns: 8) == "")
  }

  @Test mutating func `Only the changed part of a line is sent`() {
    _ = screen.update(to: [StyledLine("load 10% of 4 processors")], columns: 40)
    #expect(update("load 25% of 4 processors") == "\u{1B}[1;6H25")
    #expect(update("load 24% of 8 processors") == "\u{1B}[1;7H4\u{1B}[5C8")
    #expect(update("lock 24% of 8 processors") == "\u{1B}[1;3Hck")
    #expect(update("lock") == "\u{1B}[1;6H\u{1B}[K")
    #expect(update("lock!") == "\u{1B}[1;5H!")
    #expect(update("loc") == "\u{1B}[1;4H  ")
    #expect(update("") == "\u{1B}[1H   ")
  }

  @Test mutating func `A line of uncertain width is sent completely, even when it is replaced`() {
    _ = screen.update(to: [StyledLine("abc日d")], columns: 40)
    #expect(update("abc日e") == "\u{1B}[1H\u{1B}[Kabc日e")
    #expect(update("abc") == "\u{1B}[1H\u{1B}[Kabc")
    // The character in the last column stays.
    _ = screen.update(to: [StyledLine("")], columns: 5)
    #expect(screen.update(to: [StyledLine("日abc")], columns: 5).hasSuffix("\u{1B}[K日abc"))
  }

  @Test mutating func `After a resize, or output of another program, everything is sent`() {
    let lines = [StyledLine("one")]
    let all = screen.update(to: lines, columns: 8)
    #expect(screen.update(to: lines, columns: 9) == all)
    #expect(screen.update(to: lines + lines, columns: 9).hasPrefix("\u{1B}[m\u{1B}[2J"))
    _ = screen.update(to: lines, columns: 8)
    screen.invalidate()
    #expect(screen.update(to: lines, columns: 8) == all)
  }

  @Test(arguments: [(0, 0), (0, 3), (1, 0), (1, 1)])
  mutating func `A screen without space is valid`(columns: Int, rows: Int) {
    for text in ["one", "two", ""] {
      let lines = Array(repeating: StyledLine(text, .reversed), count: rows)
      var paper = Paper(columns: columns, rows: rows)
      paper.take(screen.update(to: lines, columns: columns))
      #expect(paper.isUnderstood)
    }
  }

  @Test(arguments: 1...20)
  mutating func `The output of each update leads from any frame to any other`(seed: UInt64) {
    var random = Numbers(state: seed)
    var paper = Paper(columns: 30, rows: 4)
    for _ in 0..<100 {
      let lines = (0..<4).map { _ in random.line() }
      paper.take(screen.update(to: lines, columns: 30))
      #expect(paper.cells == lines.map { Row($0, columns: 30).cells })
      #expect(paper.isUnderstood)
    }
  }

  private mutating func update(_ text: String) -> String {
    screen.update(to: [StyledLine(text)], columns: 40)
  }
}

/// A generator of the same numbers and lines for the same seed.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }

  mutating func line() -> StyledLine {
    var line = StyledLine("", Style.all.randomElement(using: &self) ?? .normal)
    for _ in 0..<Int.random(in: 0...4, using: &self) {
      let count = Int.random(in: 0...12, using: &self)
      let text = (0..<count).map { _ in "ab  ▁ ".randomElement(using: &self) ?? " " }
      let style = Style.all.randomElement(using: &self) ?? .normal
      line.pieces.append(.init(text: String(text), style: style))
    }
    return line
  }
}
