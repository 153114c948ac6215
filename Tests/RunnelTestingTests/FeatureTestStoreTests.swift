// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@Suite struct FormTestStoreTests {
  private struct Form: Equatable, Sendable {
    var name = ""
    var age = 0
  }

  private enum FormEvent: FormAction, Equatable {
    case set(SetAction<Form>)
    case aged
  }

  private static let reducer = Reducer<Form>.on(FormEvent.self) { form, action in
    switch action {
    case .set(let change):
      change.apply(to: &form)
      return .none
    case .aged: return .once { .set(\.age, to: 1) }
    }
  }

  private let store = TestStore(state: Form(), reducer: Self.reducer).accepting(FormEvent.self)

  @Test func `a typed test store sends and receives set actions, and a failure prints them`() async
  {
    let failures = await failures {
      await store.send(.set(\.name, to: "Ada")) { $0.name = "Bob" }
      await store.send(.aged)
      await store.receive(.set(\.age, to: 2)) { $0.age = 1 }
      await store.send(.aged)
      await store.receive(.set(\.age, to: 1))
    }
    let type = "FormTestStoreTests.FormEvent"
    let state = """
      The state after \(type).set(name = "Ada") is not the expected one (- expected, + actual):
        - name: "Bob"
        + name: "Ada"
      """
    let action = """
      The received action is not the expected one (- expected, + actual):
        - \(type).set(age = 2)
        + \(type).set(age = 1)
      """
    #expect(failures.map(\.text) == [state, action])
    await store.finish()
  }

  @Test func `a typed test store reports at its end what the test did not receive`() async {
    await withKnownIssue {
      let store = TestStore(state: Form(), reducer: Self.reducer).accepting(FormEvent.self)
      store.store.dispatch(.set(\.name, to: "late"))
      await store.store.settled()
    }
  }
}

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

  private let store = TestStore(state: Editor(), reducer: Self.editing).accepting(Edit.self)

  @Test func `a feature that undoes a part with its own actions is tested exhaustively`() async {
    await store.send(.typed("a")) {
      $0.history.record($0.text)
      $0.text = "a"
    }
    // The second letter continues the step.
    await store.send(.typed("b")) { $0.text = "ab" }
    for text in ["c", "d"] {
      await store.send(.replaced(text)) {
        $0.history.record($0.text, limit: 2)
        $0.text = text
      }
    }
    await store.send(.undone) { $0.history.undo(&$0.text) }
    #expect(store.state.text == "c")
    await store.send(.redone) { $0.history.redo(&$0.text) }
    #expect(store.state.text == "d")
    for _ in 0..<2 { await store.send(.undone) { $0.history.undo(&$0.text) } }
    await store.send(.undone)
    #expect(store.state.text == "ab")
    await store.finish()
  }

  @Test func `a difference of histories shows their values`() async {
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
}
