// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@Suite struct UndoTestStoreTests {
  private struct Editor: Equatable, Sendable {
    var text = ""
    var history = History<String>()
  }

  private enum Edit: Action, Equatable {
    case typed(String)
    case replaced(String)
    case undone
    case redone
  }

  private static let editing = Reducer<Editor>.updating(Edit.self) { editor, action in
    switch action {
    case .typed(let letter): editor.text += letter
    case .replaced(let text): editor.text = text
    case .undone: editor.history.undo(&editor.text)
    case .redone: editor.history.redo(&editor.text)
    }
  }.undoable(\.text, history: \.history, limit: 2) { action in
    if case Edit.typed = action { "typing" } else { nil }
  }

  @Test func `a feature that undoes a part with its own actions is tested exhaustively`() async {
    let store = TestStore(state: Editor(), reducer: Self.editing).accepting(Edit.self)
    await store.send(.typed("a")) {
      $0.history.record($0.text)
      $0.text = "a"
    }
    // The second letter continues the step.
    await store.send(.typed("b")) { $0.text = "ab" }
    await store.send(.replaced("c")) {
      $0.history.record($0.text)
      $0.text = "c"
    }
    await store.send(.replaced("d")) {
      $0.history.record($0.text, limit: 2)
      $0.text = "d"
    }
    await store.send(.undone) { $0.history.undo(&$0.text) }
    #expect(store.state.text == "c")
    await store.send(.redone) { $0.history.redo(&$0.text) }
    #expect(store.state.text == "d")
    await store.send(.undone) { $0.history.undo(&$0.text) }
    await store.send(.undone) { $0.history.undo(&$0.text) }
    await store.send(.undone)
    #expect(store.state.text == "ab")
    await store.finish()
  }

  @Test func `a difference of histories shows their values`() async {
    let store = TestStore(state: Editor(), reducer: Self.editing).accepting(Edit.self)
    let failures = await failures {
      await store.send(.replaced("a")) { $0.text = "a" }
      await store.send(.replaced("b")) {
        $0.text = "b"
        $0.history.record($0.text)
      }
      await store.send(.undone) { $0.text = "a" }
    }
    #expect(
      failures.map(\.details) == [
        "  - history.past: []\n  + history.past[0]: \"\"",
        "  - history.past[0]: \"b\"\n  + history.past[1]: \"a\"",
        "  - history.future: []\n  + history.future[0]: \"b\"",
      ])
    await store.finish()
  }

  // MARK: A whole state

  private struct Drawing: Equatable, Sendable {
    var points: [Int] = []
  }

  private enum Draw: Action, Equatable {
    case drawn(Int)
    case undone
  }

  private static let drawing = Reducer<Drawing>.updating(Draw.self) { drawing, action in
    if case .drawn(let point) = action { drawing.points.append(point) }
  }

  @Test func `a feature that undoes its whole state is tested exhaustively`() async {
    let store = TestStore(
      state: Undoable(Drawing()), reducer: Self.drawing.undoable(limit: 100))
    await store.send(Draw.drawn(1)) {
      $0.record()
      $0.present.points = [1]
    }
    await store.send(UndoAction<Drawing>.undo) { $0.undo() }
    #expect(store.state.points == [])
    await store.send(UndoAction<Drawing>.redo) { $0.redo() }
    #expect(store.state.points == [1])
    let failures = await failures {
      await store.send(Draw.drawn(2)) { $0.present.points = [1, 2] }
    }
    #expect(failures.map(\.details) == ["  + history.past[1].points[0]: 1"])
    await store.finish()
  }
}
