// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import Composer

@Suite struct UndoTests {
  private func undoing(_ state: State) -> [String] {
    var state = state
    var shown: [String] = []
    while state.history.canUndo {
      state = state.after(.undone)
      shown.append(state.shown)
    }
    return shown
  }

  @Test func `A step is a word with the whitespace before it`() {
    let state = reply().typing("one two,  three")
    #expect(undoing(state) == ["one two,|", "one|", "|"])
  }

  @Test func `A text field has the same steps as a terminal`() {
    let text = "one two,  three"
    let state = reply().after((1...text.count).map { .textChanged(String(text.prefix($0))) })
    #expect(state.history == reply().typing(text).history)
    let middle = reply("a c").after(
      .textChanged("a  c"), .textChanged("a b c"), .textChanged("a bb c"))
    #expect(undoing(middle) == ["a |c"])
  }

  @Test func `Deleted words are steps of their own`() {
    let keys = [Action](repeating: .deleted, count: 7)
    let state = reply().typing("one two x").after(keys)
    #expect(state.text == "on")
    #expect(undoing(state) == ["one|", "one two|", "one two x|", "one two|", "one|", "|"])
  }

  @Test func `A pasted text is one step`() {
    let state = reply().typing("one").after(.typed(" two three ")).typing("four")
    #expect(undoing(state) == ["one two three |", "one|", "|"])
    #expect(undoing(reply().typing("one").after(.typed("two three"))) == ["one|", "|"])
  }

  @Test func `Typing after a movement is a new step`() {
    let state = reply().typing("ac").after(.moved(.left), .typed("b"))
    #expect(undoing(state) == ["a|c", "|"])
    let edge = reply().typing("ac").after(.moved(.right), .typed("d"))
    #expect(undoing(edge) == ["|"])
    let away = reply().typing("ab").after(.moved(.left), .moved(.right), .typed("c"))
    #expect(undoing(away) == ["ab|", "|"])
  }

  @Test func `Redo repeats the steps, until a new change`() {
    var state = reply().typing("one two")
    for (action, shown) in [
      (.undone, "one|"), (.redone, "one two|"), (.redone, "one two|"), (.undone, "one|"),
      (.typed("!"), "one!|"), (.redone, "one!|"),
    ] as [(Action, String)] {
      state = state.after(action)
      #expect(state.shown == shown)
    }
    #expect(!state.history.canRedo)
  }

  @Test func `The subject is no part of the steps`() {
    let state = State(id: "draft").after(.subjectChanged("S"), .textChanged("text"))
    let undone = state.after(.undone)
    #expect(undone.subject == "S")
    #expect(undone.text.isEmpty)
    #expect(!undone.history.canUndo)
    #expect(state.after(.focusChanged(.subject), .undone).focus == .text)
  }

  @Test func `The oldest steps are dropped above the limit`() {
    let words = (0..<ComposerFeature.undoLimit + 10).map { " \($0)" }
    #expect(reply().after(words.map { .typed($0) }).history.count == ComposerFeature.undoLimit)
  }

  @Test func `A stored draft continues with its steps, its cursor and the current word`() throws {
    let state = reply().typing("one two").after(.undone).typing("s").after(.moved(.left))
    let restored = try stored(state)
    #expect(restored == state)
    #expect(undoing(restored) == undoing(state))

    let word = try stored(reply().typing("on")).typing("e")
    #expect(undoing(word) == ["|"])
  }

  @Test func `A stored cursor outside the text does no harm`() throws {
    for cursor in [-5, 99] {
      var state = reply("ab")
      state.cursor = cursor
      for action: Action in [.typed("x"), .deleted, .moved(.left), .moved(.home), .undone] {
        let after = state.after(action)
        #expect(after == state || (0...after.text.count).contains(after.cursor))
      }
    }
  }
}
