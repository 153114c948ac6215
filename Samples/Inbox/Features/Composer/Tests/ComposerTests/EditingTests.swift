// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTesting
import Testing

@testable import Composer

@Suite struct EditingTests {
  @Test func `Keys change the text at the cursor`() {
    var state = reply()
    for (action, shown) in [
      (.typed("a"), "a|"), (.typed("c"), "ac|"), (.moved(.left), "a|c"), (.typed("b"), "ab|c"),
      (.deleted, "a|c"),
    ] as [(Action, String)] {
      state = state.after(action)
      #expect(state.shown == shown)
    }
  }

  @Test func `The cursor moves by characters, and stays in the text`() {
    var state = reply("👩‍👩‍👧🇩🇪é")
    var places = [state.shown]
    for _ in 0..<4 {
      state = state.after(.moved(.left))
      places.append(state.shown)
    }
    #expect(places == ["👩‍👩‍👧🇩🇪é|", "👩‍👩‍👧🇩🇪|é", "👩‍👩‍👧|🇩🇪é", "|👩‍👩‍👧🇩🇪é", "|👩‍👩‍👧🇩🇪é"])
    #expect(state.after(.moved(.right), .deleted).shown == "|🇩🇪é")
    #expect(state.after(.moved(.position(99))).shown == "👩‍👩‍👧🇩🇪é|")
    #expect(state.after(.moved(.position(-99))).shown == "|👩‍👩‍👧🇩🇪é")
  }

  @Test func `Home and end move within a line`() {
    let state = reply("one\ntwo\r\nthree").after(.moved(.position(5)))
    #expect(state.shown == "one\nt|wo\r\nthree")
    #expect(state.after(.moved(.home)).shown == "one\n|two\r\nthree")
    #expect(state.after(.moved(.home), .moved(.home)).shown == "one\n|two\r\nthree")
    #expect(state.after(.moved(.end)).shown == "one\ntwo|\r\nthree")
    #expect(state.after(.moved(.end), .moved(.right), .moved(.end)).cursor == 13)
    #expect(reply().after(.moved(.home), .moved(.end), .moved(.left), .deleted) == reply())
  }

  @Test(arguments: [
    (["e", "\u{301}"], "e\u{301}|"),
    (["🇩", "🇪", "x"], "🇩🇪x|"),
    (["👩", "\u{200D}", "👧", "!"], "👩\u{200D}👧!|"),
    (["👍", "🏽"], "👍🏽|"),
    (["a", "\r", "\n", "b"], "a\r\nb|"),
    (["日本", "語"], "日本語|"),
  ])
  func `Characters that merge keep the cursor behind them`(keys: [String], shown: String) {
    #expect(reply().after(keys.map { .typed($0) }).shown == shown)
  }

  @Test func `The cursor is between characters after a merge with the next one`() {
    // The joiner makes one family of the two characters around it.
    let joined = reply("👩👧").after(.moved(.left), .typed("\u{200D}"))
    #expect(joined.shown == "👩\u{200D}👧|")
    // Without the letter, two halves become a flag.
    let flag = reply("🇩x🇪").after(.moved(.left), .deleted)
    #expect(flag.shown == "🇩🇪|")
  }

  @Test(arguments: [
    ("hello", "hello world", "hello world|"),
    ("hello world", "hello", "hello|"),
    ("hello world", "hello dear world", "hello dear |world"),
    ("one two", "one three", "one three|"),
    ("abc", "xbc", "x|bc"),
    ("aaa", "aaaa", "aaaa|"),
    ("abc", "", "|"),
    ("", "👩‍👩‍👧", "👩‍👩‍👧|"),
  ])
  func `A text field puts the cursor at the end of the change`(
    old: String, new: String, shown: String
  ) {
    let state = reply(old).after(.textChanged(new))
    #expect(state.text == new)
    #expect(state.shown == shown)
  }

  @Test func `A change of a field moves the focus to it`() {
    let state = State(id: "draft", text: "text")
    #expect(state.focus == .subject)
    #expect(state.after(.typed("Hi"), .focusChanged(.text), .typed("!")).shown == "text!|")
    #expect(state.after(.textChanged("texts")).focus == .text)
    #expect(state.after(.textChanged("texts"), .subjectChanged("S")).shown == "S|")
    #expect(state.after(.textChanged("text")) == state)
  }

  @Test func `A subject has one line, and a reply has no subject field`() {
    let state = State(id: "draft")
    #expect(state.after(.typed("a\r\nb\n")).subject == "a b ")
    #expect(state.after(.subjectChanged("a\n\u{301}b")).shown == "a \u{301}b|")
    let old = reply("text")
    #expect(old.after(.subjectChanged("new"), .focusChanged(.subject)) == old)
  }

  @Test func `The cursor stays in the text after any sequence of actions`() async {
    let pieces = [
      "a", " ", "\n", "e\u{301}", "\u{301}", "\u{200D}", "🇩", "🇪", "👩", "日", "\r", "x y",
    ]
    await explore(state: State(id: "draft"), reducer: ComposerFeature.reducer, runs: 500) {
      random in
      let text = (0..<random.int(in: 0...4)).map { _ in random.element(of: pieces) }.joined()
      return random.oneOf(
        Action.typed(random.element(of: pieces)), .typed(text), .deleted, .moved(.left),
        .moved(.right), .moved(.home), .moved(.end), .moved(.position(random.int(in: -2...9))),
        .undone, .redone, .textChanged(text), .subjectChanged(text), .focusChanged(.text),
        .focusChanged(.subject))
    } holds: { state in
      (0...state.value(of: state.focus).count).contains(state.cursor)
        && !state.subject.contains(where: \.isNewline)
    }
  }
}

typealias State = ComposerFeature.State
typealias Action = ComposerFeature.Action

/// Returns a reply with a text, whose cursor is at the end.
func reply(_ text: String = "") -> State {
  State(id: "draft", threadID: "thread", text: text)
}

func makeStore(_ state: State) -> TestStoreOf<State, Action> {
  TestStore(state: state, reducer: ComposerFeature.reducer).accepting(Action.self)
}

extension State {
  func after(_ actions: Action...) -> State { after(actions) }

  func after(_ actions: [Action]) -> State {
    var state = self
    for action in actions { ComposerFeature.reducer.reduce(&state, action) }
    return state
  }

  /// Returns the draft after a user has typed a text, one key at a time.
  func typing(_ text: String) -> State { after(text.map { .typed(String($0)) }) }

  /// The focused field with a bar in place of the cursor.
  var shown: String {
    var characters = Array(value(of: focus))
    characters.insert("|", at: cursor)
    return String(characters)
  }
}

func stored<Value: Codable>(_ value: Value) throws -> Value {
  try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}
