// SPDX-License-Identifier: MIT

import Composer
import InboxApp
import Runnel
import TerminalUI
import Testing

@testable import InboxTerminal

/// The cursor of the composer, which is a reversed cell.
@MainActor @Suite struct CursorTests {
  @Test func `The cursor is after the last character`() async {
    let stage = await composer("abc")
    #expect(cursor(stage) == Cursor(line: 5, column: 3, character: " "))
  }

  @Test func `The cursor is on the character that the next one is inserted before`() async {
    let stage = await composer("abc")
    await stage.press(.left, .left)
    #expect(cursor(stage) == Cursor(line: 5, column: 1, character: "b"))
  }

  @Test func `A wide character moves the cursor by two columns`() async {
    let stage = await composer("日本x")
    #expect(cursor(stage) == Cursor(line: 5, column: 5, character: " "))
    await stage.press(.left, .left)
    #expect(cursor(stage) == Cursor(line: 5, column: 2, character: "本"))
  }

  @Test func `The cursor follows wrapped lines up and down`() async {
    let stage = await composer("one two three four", columns: 10)
    #expect(stage.text[5] == "one two")
    #expect(cursor(stage)?.line == 7)
    await stage.press(.up)
    #expect(cursor(stage)?.line == 6)
    await stage.press(.up, .up)
    #expect(cursor(stage)?.line == 3)
    #expect(stage.store.state.session?.path.last?.draft?.focus == .subject)
  }

  @Test func `A long text scrolls with the cursor`() async {
    let stage = await composer((1...30).map { "\($0)\n" }.joined() + "end")
    #expect(stage.text[8] == "end")
    #expect(cursor(stage) == Cursor(line: 8, column: 3, character: " "))
  }

  @Test func `One key undoes a word, and another one repeats it`() async {
    let stage = await composer("one two")
    await stage.press(.control("u"))
    #expect(stage.text[5] == "one")
    await stage.press(.control("r"))
    #expect(stage.text[5] == "one two")
  }

  private struct Cursor: Equatable {
    var line: Int
    var column: Int
    var character: String
  }

  /// Returns a stage with a new thread, whose text has these characters.
  private func composer(_ text: String, columns: Int = 40) async -> Stage {
    let stage = await Stage(.session(), columns: columns)
    await stage.press(.character("c"), .enter)
    for character in text { await stage.press(character == "\n" ? .enter : .character(character)) }
    return stage
  }

  private func cursor(_ stage: Stage) -> Cursor? {
    for (number, line) in stage.screen.lines.enumerated() {
      guard let place = line.pieces.firstIndex(where: { $0.style == .reversed }) else { continue }
      let column = line.pieces[..<place].reduce(0) { $0 + $1.text.columns }
      return Cursor(line: number, column: column, character: line.pieces[place].text)
    }
    return nil
  }
}
