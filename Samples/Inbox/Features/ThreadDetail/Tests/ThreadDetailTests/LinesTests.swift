// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import ThreadDetail

/// The lines of a terminal.
@Suite struct LinesTests {
  private func wrap(
    _ text: String, _ width: Int, columns: (Character) -> Int = { _ in 1 }
  ) -> [String] {
    text.wrapped(to: width, columns: columns)
  }

  @Test func `Messages have a header, and lines in the role of their status`() {
    let state = State.shown(
      message("1", at: 0, text: "one two three"), reply("a"), reply("b", at: 60_000).failed())
    let lines = state.lines(width: 15, now: 120_000)
    func line(_ id: String, _ text: String, _ role: Feature.Line.Role) -> Feature.Line {
      Feature.Line(message: id, text: text, role: role)
    }
    #expect(
      lines == [
        line("1", "ben, 2 min ago", .header), line("1", "one two three", .text),
        line("a", "ada, sending", .header), line("a", "reply", .sending),
        line("b", "ada, 1 min ago", .header), line("b", "reply", .failed),
        line("b", "Not sent: rude", .failed),
      ])
    #expect(state.messages.map(\.progress) == ["", "Sending", "Not sent: rude"])
  }

  @Test func `Text is wrapped at word boundaries`() {
    #expect(wrap("the quick brown fox", 10) == ["the quick", "brown fox"])
    #expect(wrap("the quick  brown", 16) == ["the quick  brown"])
    #expect(wrap("the quick  brown", 15) == ["the quick", "brown"])
    #expect(wrap("one\n\ntwo\r\nthree ", 80) == ["one", "", "two", "three"])
    #expect(wrap("  indented", 20) == ["  indented"])
    #expect(wrap("", 5) == [""])
    #expect(wrap("10\u{A0}km away", 8) == ["10\u{A0}km", "away"])
  }

  @Test func `A word that is wider than a line is split`() {
    #expect(wrap("a abcdefghij b", 4) == ["a", "abcd", "efgh", "ij b"])
    #expect(wrap("  abcdef", 4) == ["abcd", "ef"])
    #expect(wrap("abc", 0) == ["a", "b", "c"])
  }

  @Test func `Wide characters count as their columns`() {
    func columns(_ character: Character) -> Int { character.isASCII ? 1 : 2 }
    #expect(wrap("日本語の文", 4, columns: columns) == ["日本", "語の", "文"])
    #expect(wrap("ab 日本", 6, columns: columns) == ["ab", "日本"])
    #expect(wrap("ab 日本", 7, columns: columns) == ["ab 日本"])
    #expect(wrap("日本", 1, columns: columns) == ["日", "本"])
  }

  @Test func `No text can control the terminal`() {
    let lines = State.shown(
      Message(id: "1", clientID: "", author: "e\u{1B}[2J", text: "a\u{7}b\tc\u{9B}1m", sentAt: 0)
    ).lines(width: 80, now: 0)
    #expect(lines.map(\.text) == ["e [2J, just now", "a b c 1m"])
  }

  @Test func `No line is wider than the window, and no word is lost, for any width`() {
    let text = "  Otters (Lutrinae) are 水獺 \n\n semi-aquatic   mammals, 13 or 14 species. "
    func columns(_ character: Character) -> Int { character.isASCII ? 1 : 2 }
    for width in 2...80 {
      let lines = wrap(text, width, columns: columns)
      for line in lines {
        #expect(line.reduce(0) { $0 + columns($1) } <= width)
      }
      #expect(lines.joined().filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
    }
  }

  @Test func `A window shows the end, and scrolls up to the first line`() {
    var state = State.shown(
      message("1", at: 0), message("2", at: 0), message("3", at: 0), message("4", at: 0))
    let all = state.lines(width: 40, now: 0)
    for scroll in [0, 1, 3, 5, 6, .max] {
      state.reduce(.scrolled(by: .min), .scrolled(by: scroll))
      let (lines, below) = state.window(height: 3, width: 40, now: 0)
      #expect(below == min(scroll, all.count - 3))
      #expect(lines == Array(all.dropLast(below).suffix(3)))
    }
    #expect(state.window(height: 100, width: 40, now: 0).lines == all)
    #expect(state.window(height: 100, width: 40, now: 0).below == 0)
    #expect(state.window(height: 0, width: 40, now: 0).lines == [])
    #expect(State.shown().window(height: 5, width: 40, now: 0).lines == [])
  }

  @Test(
    arguments: [
      (0, "just now"), (59_999, "just now"), (60_000, "1 min ago"), (3_599_999, "59 min ago"),
      (3_600_000, "1 h ago"), (86_399_999, "23 h ago"), (86_400_000, "1 day ago"),
      (172_800_000, "2 days ago"), (604_799_999, "6 days ago"), (604_800_000, "2024-02-29"),
      (-5_000, "just now"),
    ] as [(Int64, String)])
  func `A date is relative for a week`(age: Int64, text: String) {
    let date: Int64 = 1_709_164_800_000
    #expect(Feature.dateText(date, now: date + age) == text)
  }

  @Test func `An older date is a day of the calendar, in UTC`() {
    #expect(Feature.dateText(0, now: 9_000_000_000_000) == "1970-01-01")
    #expect(Feature.dateText(-1, now: 9_000_000_000_000) == "1969-12-31")
  }

  @Test func `Extreme dates have a text`() {
    #expect(Feature.dateText(.max, now: .min) == "just now")
    #expect(!Feature.dateText(.min, now: .max).isEmpty)
  }
}
