// SPDX-License-Identifier: MIT

import InboxApp
import TerminalUI
import Testing

@testable import InboxTerminal

@MainActor @Suite struct ScreenTests {
  @Test func `Without an account, the login form is open, and it hides the password`() async {
    let stage = await Stage(AppState())
    await stage.type("host:1")
    await stage.press(.enter)
    await stage.type("ada")
    await stage.press(.enter)
    await stage.type("secret")
    #expect(
      Array(stage.text[1...5]) == [
        "Add an account", "", "Server      host:1", "User        ada", "Password    ******",
      ])
    #expect(stage.store.state.accounts.login?.password.revealed() == "secret")
    await stage.press(.escape)
    #expect(stage.text[1] == "No account")
    #expect(stage.text.last == "A add an account  q quit")
  }

  @Test func `The list shows the account, the connection, and a line for each thread`() async {
    let stage = await Stage(.session([.row(1, subject: "Lunch", unread: 2), .row(2)]), columns: 80)
    #expect(stage.text[0].hasPrefix("inbox  ada@host:1  Connecting"))
    #expect(stage.text[0].hasSuffix("dark · 50 per page · online"))
    #expect(stage.text[1] == "Threads  1 to 2 of 2")
    #expect(stage.text[3].hasPrefix(" ben        2   Lunch  Preview   "))
    #expect(stage.text[3].hasSuffix(" 1 min") && stage.text[3].columns == 80)
    #expect(stage.text[4].hasPrefix(" ben            Subject 2  Preview"))
    #expect(stage.text.last?.hasPrefix("↑↓ enter open  c compose") == true)
    #expect(stage.text.last?.hasSuffix("q quit") == true)
    #expect(stage.text.allSatisfy { $0.columns <= 80 })
  }

  @Test func `The selected thread is reversed, and Enter opens it`() async {
    let stage = await Stage(.session(.rows(3)))
    await stage.press(.down, .down)
    #expect(stage.screen.lines[4].pieces.map(\.style) == [.reversed])
    await stage.press(.enter)
    #expect(stage.text[1] == "Subject 2")
    await stage.store.settled(includingEffects: true)
    #expect(stage.text[10] == "The server didn't answer.")
    await stage.press(.escape)
    #expect(stage.text[1] == "Threads  1 to 3 of 3")
  }

  @Test func `A thread shows its messages, and a refused reply with its reason and keys`() async {
    let stage = await Stage(.session(.rows(1)))
    await stage.press(.down, .enter)
    func send(_ action: ThreadDetailFeature.Action) async { await stage.send(action) }
    await send(
      .loaded(
        subject: "Lunch",
        [.init(id: "m1", clientID: "a", author: "ben", text: "At noon?", sentAt: Stage.now)],
        isStale: false))
    await send(.outgoing(.init(clientID: "b", author: "ada", text: "Yes", sentAt: Stage.now)))
    #expect(
      Array(stage.text[1...6]) == [
        "Lunch", "", "ben, just now", "  At noon?", "ada, sending", "  Yes",
      ])
    await send(.failed(clientID: "b", reason: "no"))
    #expect(stage.text[7] == "  Not sent: no")
    #expect(stage.text.last?.contains("R send again  D discard") == true)
  }

  @Test func `Scrolling ends at the first line of a thread`() async {
    let stage = await Stage(.session(.rows(1)))
    await stage.press(.down, .enter)
    let text = (1...40).map { "line \($0)" }.joined(separator: "\n")
    await stage.send(
      ThreadDetailFeature.Action.loaded(
        subject: "Long",
        [.init(id: "m1", clientID: "a", author: "ben", text: text, sentAt: Stage.now)],
        isStale: false))
    #expect(stage.text[8] == "  line 40")
    await stage.press(.home)
    await stage.store.settled()
    #expect(stage.text[3] == "ben, just now")
    #expect(stage.text[10] == "35 lines below")
    await stage.press(.down)
    #expect(stage.text[3] == "  line 1")
  }

  @Test func `Keys in a burst reach the composer that the first key opens`() async {
    let (drafting, drafts) = AsyncStream.makeStream(of: Never.self)
    let (opening, opens) = AsyncStream.makeStream(of: Never.self)
    let stage = await Stage(.session(.rows(1))) {
      drafts.finish()
      for await _ in opening {}
    }
    async let typing: Void = stage.type("cLunch")
    for await _ in drafting {}
    opens.finish()
    await typing
    await stage.press(.enter)
    await stage.type("At noon?")
    #expect(Array(stage.text[1...5]) == ["New thread", "", "Subject: Lunch", "", "At noon?"])
    await stage.press(.control("s"))
    await stage.store.settled(includingEffects: true)
    #expect(stage.text[0].contains("1 to send"))
    #expect(stage.store.state.session?.sync.queue.first?.text == "At noon?")
  }

  @Test func `A draft without a subject isn't sent, and the last line has the reason`() async {
    let stage = await Stage(.session())
    await stage.press(.character("c"), .control("s"))
    #expect(stage.text[10] == "A new thread needs a subject.")
    await stage.press(.escape)
    #expect(stage.text[1] == "Threads")
  }

  @Test func `The search filters while the user types, and Escape leaves it`() async {
    let stage = await Stage(.session(.rows(3)))
    await stage.type("/lunch")
    #expect(stage.text[1] == "Search: lunch")
    #expect(stage.text.last == "type to search  ↑↓ select  enter open  esc leave")
    await stage.send(ThreadListFeature.Action.found(text: "lunch", [.row(7, subject: "Lunch")]))
    #expect(stage.text[1] == "Search: lunch   1 to 1 of 1")
    #expect(stage.text[3].contains("Lunch"))
    await stage.press(.escape)
    #expect(stage.text[1] == "Threads  1 to 3 of 3")
  }

  @Test func `The settings show their values, and a theme changes the colors`() async {
    let stage = await Stage(.session(.rows(1)))
    await stage.press(.character("s"))
    #expect(stage.text[3] == "  t     Theme               dark")
    #expect(stage.screen.lines[1].pieces[0].style.color == .cyan)
    await stage.type("th+")
    #expect(stage.text[3] == "  t     Theme               light")
    #expect(stage.text[4] == "  + -   Threads in a page   60")
    #expect(stage.text[5] == "  h     Archived threads    shown")
    #expect(stage.screen.lines[1].pieces[0].style.color == .blue)
  }

  @Test func `A notice replaces the note until a key closes it`() async {
    let stage = await Stage(.session(.rows(1)))
    await stage.send(AppAction.problem("The disk is full"))
    #expect(stage.text[10] == "The disk is full  x close")
    await stage.press(.character("x"))
    #expect(stage.text[10] == "")
  }

  @Test(arguments: [0, 1, 3, 5, 8, 24])
  func `The screen has a line for each row of a terminal of any size`(rows: Int) async {
    let stage = await Stage(.session(.rows(5)), rows: rows)
    for columns in [1, 10, 79] {
      stage.screen.resize(columns: columns, rows: rows)
      #expect(stage.screen.lines.count == rows)
    }
    await stage.press(.character("c"))
    #expect(stage.screen.lines.count == rows)
  }
}

@MainActor @Suite struct CursorTests {
  @Test func `The cursor is after the last character`() async {
    let stage = await composer("abc")
    #expect(cursor(stage) == Cursor(line: 5, column: 3, character: " "))
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
