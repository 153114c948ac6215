// SPDX-License-Identifier: MIT

import InboxApp
import Testing

@testable import InboxTerminal

@Suite struct LayoutTests {
  private typealias Message = ThreadDetailFeature.Message

  private static func columns(_ character: Character) -> Int {
    switch character {
    case "\u{200B}": 0
    case "日", "本", "語", "👩‍👩‍👧": 2
    default: 1
    }
  }

  private func layout(_ text: String, cursor: Int = 0, width: Int) -> TextLayout {
    TextLayout(text, cursor: cursor, width: width, columns: Self.columns)
  }

  @Test(arguments: [
    ("", 10, [""]),
    ("one two", 10, ["one two"]),
    ("one two three", 9, ["one two ", "three"]),
    ("one two three", 8, ["one two", "three"]),
    ("one two three", 7, ["one ", "two ", "three"]),
    ("abcdefgh", 4, ["abc", "def", "gh"]),
    ("a bcdefgh", 4, ["a ", "bcd", "efg", "h"]),
    ("one\n\ntwo\n", 9, ["one", "", "two", ""]),
    ("one\r\ntwo", 9, ["one", "two"]),
    ("日本語", 5, ["日本", "語"]),
    ("日本語", 4, ["日", "本", "語"]),
    ("日本", 1, ["日", "本"]),
    ("a👩‍👩‍👧b", 4, ["a👩‍👩‍👧", "b"]),
    ("abc\u{200B}", 4, ["abc\u{200B}"]),
    ("abc    d", 4, ["abc", "   ", "d"]),
    ("ab", 0, ["a", "b"]),
    ("ab", -7, ["a", "b"]),
  ])
  func `A text wraps at words`(text: String, width: Int, lines: [String]) {
    #expect(layout(text, width: width).lines.map(\.text) == lines)
  }

  @Test(arguments: [
    ("one two three", 0, 8, 0, 0),
    ("one two three", 7, 8, 0, 7),
    ("one two three", 8, 8, 1, 0),
    ("one two three", 13, 8, 1, 5),
    ("one two ", 8, 8, 1, 0),
    ("abcdef", 3, 4, 1, 0),
    ("abc", 3, 4, 0, 3),
    ("one\n", 4, 9, 1, 0),
    ("日本語", 2, 9, 0, 4),
    ("日", 1, 1, 0, 0),
    ("abc", 99, 9, 0, 3),
    ("abc", -1, 9, 0, 0),
  ])
  func `The cursor has a place`(text: String, cursor: Int, width: Int, row: Int, column: Int) {
    let layout = layout(text, cursor: cursor, width: width)
    #expect(layout.cursorRow == row)
    #expect(layout.cursorColumn == column)
  }

  @Test func `A place on the screen has the nearest position`() {
    let layout = layout("one two three\n日本", width: 8)
    #expect(layout.position(row: 0, column: 3) == 3)
    #expect(layout.position(row: 0, column: 99) == 7)
    #expect(layout.position(row: 1, column: 99) == 13)
    #expect(layout.position(row: 2, column: 3) == 15)
    #expect(layout.position(row: -1, column: -1) == 0)
    #expect(layout.position(row: 9, column: 9) == 16)
    // The position behind the last character of the first line begins the second line.
    #expect(self.layout("abcdef", width: 4).position(row: 0, column: 9) == 2)
  }

  @Test func `A message's line has no whitespace at its end, nor breaks at any space`() {
    func lines(_ text: String, _ width: Int) -> [String] {
      Message(id: "1", clientID: "", author: "", text: text, sentAt: 0)
        .lines(width: width, now: 0).filter { $0.role == .text }.map(\.text)
    }
    #expect(lines("the quick brown fox", 10) == ["the quick", "brown fox"])
    #expect(lines("one\n\ntwo\r\nthree ", 80) == ["one", "", "two", "three"])
    #expect(lines("10\u{A0}km away", 8) == ["10\u{A0}km", "away"])
    #expect(lines("", 5) == [""])
  }

  @Test func `No text can control the terminal`() {
    let message = Message(
      id: "1", clientID: "", author: "e\u{1B}[2J", text: "a\u{7}b\tc\u{9B}1m", sentAt: 0)
    #expect(message.lines(width: 80, now: 0).map(\.text) == ["e [2J, just now", "a b c 1m"])
  }

  @Test func `A window scrolls up to the first line, and wraps only what it shows`() {
    var state = ThreadDetailFeature.State(id: "t", subject: "Otters")
    for number in 1...4 {
      let message = Message(
        id: "\(number)", clientID: "", author: "ben", text: "text \(number)", sentAt: 0)
      ThreadDetailFeature.reducer.reduce(&state, ThreadDetailFeature.Action.received(message))
    }
    let all = state.messages.flatMap { $0.lines(width: 40, now: 0) }
    for scroll in [0, 1, 3, 5, 6, .max] {
      for lines in [.min, scroll] {
        ThreadDetailFeature.reducer.reduce(&state, ThreadDetailFeature.Action.scrolled(by: lines))
      }
      let (lines, below) = state.window(height: 3, width: 40, now: 0)
      #expect(below == min(scroll, all.count - 3))
      #expect(lines == Array(all.dropLast(below).suffix(3)))
    }
    #expect(state.window(height: 100, width: 40, now: 0).lines == all)
    ThreadDetailFeature.reducer.reduce(&state, ThreadDetailFeature.Action.scrolled(by: .min))
    var wrapped = ""
    _ = state.window(height: 2, width: 40, now: 0) { character in
      wrapped.append(character)
      return 1
    }
    #expect(wrapped == "ben, just nowtext 4")
  }

  @Test func `Each character is in one line that fits, and each position has a place`() {
    var state: UInt64 = 7
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let pieces: [Character] = ["a", "b", "c", " ", "\n", "日", "👩‍👩‍👧", "\u{200B}", "\t"]
    for _ in 0..<500 {
      let characters = (0..<random(40)).map { _ in pieces[random(pieces.count)] }
      let width = random(9)
      let lines = layout(String(characters), width: width).lines
      var position = 0
      for line in lines {
        let skipped = characters[position..<line.range.lowerBound]
        #expect(skipped.count <= 1 && skipped.allSatisfy(\.isWhitespace))
        #expect(line.text == String(characters[line.range]))
        let length = line.text.map(Self.columns).reduce(0, +)
        #expect(length <= max(width - 1, 1) || line.text.filter { Self.columns($0) > 0 }.count == 1)
        position = line.range.upperBound
      }
      #expect(position == characters.count)
      for cursor in 0...characters.count {
        let layout = layout(String(characters), cursor: cursor, width: width)
        #expect((0..<max(width, 1)).contains(layout.cursorColumn))
        if width > 3, !characters.contains("\u{200B}") {
          #expect(layout.position(row: layout.cursorRow, column: layout.cursorColumn) == cursor)
        }
      }
    }
  }
}
