// SPDX-License-Identifier: MIT

import Testing

@testable import TerminalUI

@Suite struct RowTests {
  @Test(
    arguments: [
      ("\u{1B}[31mred", "?[31mred"), ("a\nb\r\nc\td", "a?b?c?d"), ("\u{7F}\u{0}", "??"),
      ("\u{9B}31m", "?31m"), ("a\u{202E}b", "a?b"), ("\u{2028}\u{E000}", "??"),
      ("\u{301}", "?"), ("x\u{200B}", "x?"),
    ])
  func `Characters that a terminal could interpret as a command are replaced`(
    text: String, shown: String
  ) {
    #expect(Row(StyledLine(text), columns: 40).text == shown)
  }

  @Test func `A character with excessive combining marks is replaced`() {
    #expect(row("e\u{301}x", 2).text == "e\u{301}x")
    #expect(row("e" + String(repeating: "\u{301}", count: 50) + "x", 2).text == "?x")
  }

  @Test(
    arguments: [
      ("abc", 2, "ab"), ("日本語", 6, "日本語"), ("日本語", 5, "日本"), ("日本語", 1, ""), ("a😀b", 3, "a😀"),
      ("❤️b", 3, "❤️b"), ("abc", 0, ""), ("", 3, ""),
    ])
  func `A line ends at the last column, and a wide character is never split`(
    text: String, columns: Int, shown: String
  ) {
    #expect(row(text, columns).text == shown)
  }

  @Test func `A row is padded with blank cells up to the last column`() {
    #expect(row("a", 3).cells.map(\.character) == ["a", " ", " "])
    #expect(row("a", 3).length == 1)
    #expect(Row(StyledLine("a", .reversed), columns: 3).length == 3)
    #expect(row("日", 3).cells.map(\.character) == ["日", " "])
  }

  @Test func `The width is certain only for ASCII and for the bars and arrows of this program`() {
    #expect(row("~ ▁█ ↑↓ ·", 40).isCertain)
    #expect(row("\u{1B}", 40).isCertain)
    #expect(!row("é", 40).isCertain)
    #expect(!row("日", 40).isCertain)
  }

  private func row(_ text: String, _ columns: Int) -> Row {
    Row(StyledLine(text), columns: columns)
  }
}
