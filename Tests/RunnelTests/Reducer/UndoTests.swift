// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import Testing

@testable import Runnel

private enum Edit: Action {
  case type(String)
  case set(String)
  case append(Int)
}

/// Changes the text behind the back of the history.
private struct Reset: Action { let text: String }

private struct Document: Equatable, Sendable {
  var text = ""
  var rows: [Int] = []
  var history = History<String>()
  /// The addresses of the rows at each change of them.
  var addresses: Set<Int> = []
}

private let editing = Reducer<Document>.updating(Edit.self) { state, action in
  switch action {
  case .type(let letter): state.text += letter
  case .set(let text): state.text = text
  case .append(let row):
    state.rows.append(row)
    state.addresses.insert(state.rows.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) })
  }
}

@Suite struct UndoTests {
  private typealias Text = UndoAction<String>

  private func makeStore(
    _ state: Document = Document(), _ reducer: Reducer<Document> = editing, limit: Int = 10,
    key: @escaping @Sendable (any Action) -> String? = {
      if case Edit.type = $0 { "typing" } else { nil }
    }
  ) -> Store<Document> {
    Store(
      state: state,
      reducer: Reducer {
        reducer.undoable(\.text, history: \.history, limit: limit, coalescing: key)
        Reducer<Document>.updating(Reset.self) { state, reset in state.text = reset.text }
      })
  }

  private func run(_ store: Store<Document>, _ actions: any Action...) async -> String {
    actions.forEach { store.dispatch($0) }
    await store.settled()
    return store.state.text
  }

  @Test func `Steps are undone and redone in order, up to the ends of the history`() async {
    let store = makeStore()
    #expect(await run(store, Edit.set("a"), Edit.set("b"), Edit.set("c")) == "c")
    #expect(await run(store, Text.undo) == "b")
    #expect(await run(store, Text.undo, Text.undo, Text.undo) == "")
    #expect(!store.state.history.canUndo)
    #expect(store.state.history.canRedo)
    #expect(await run(store, Text.redo, Text.redo) == "b")
    #expect(await run(store, Text.redo, Text.redo) == "c")
    #expect(!store.state.history.canRedo)
    // An undo of one type leaves histories of other types unchanged.
    #expect(await run(store, UndoAction<Int>.undo) == "c")
    // A new step discards the undone ones.
    #expect(await run(store, Text.undo, Edit.set("d"), Text.redo) == "d")
    #expect(await run(store, Text.undo) == "b")
  }

  @Test func `A reducer of every action is not called for undo`() async {
    let store = makeStore(Document(), .updating { state, _ in state.text += "." })
    #expect(await run(store, Edit.append(1), Edit.append(2), Text.undo) == ".")
    #expect(await run(store, Text.undo, Text.undo) == "")
    #expect(await run(store, Text.redo) == ".")
  }

  @Test func `The oldest steps are discarded beyond the limit, also of a restored history`() async {
    let store = makeStore(limit: 4)
    for index in 0..<9 { store.dispatch(Edit.set("\(index)")) }
    #expect(await run(store) == "8")
    #expect(store.state.history.count == 4)
    let restored = makeStore(store.state, limit: 2)
    #expect(await run(restored, Edit.set("new")) == "new")
    #expect("\(restored.state.history)" == "2 back, 0 again")
    #expect(await run(restored, Text.undo, Text.undo, Text.undo) == "7")
  }

  @Test func `Consecutive actions with one key are one step`() async {
    let store = makeStore()
    _ = await run(store, Edit.type("a"), Edit.type("b"), Edit.set("!"), Edit.type("c"))
    #expect(await run(store, Edit.type("d")) == "!cd")
    #expect(store.state.history.count == 3)
    #expect(await run(store, Text.undo) == "!")
    #expect(await run(store, Edit.type("e")) == "!e")
    #expect(await run(store, Text.undo) == "!")
    #expect(await run(store, Text.undo) == "ab")
    #expect(await run(store, Text.undo) == "")
  }

  @Test func `An action with another key ends a step, even if it changes nothing`() async {
    let store = makeStore { action in
      switch action as? Edit {
      case .type: "typing"
      case .set: "committed"
      default: nil
      }
    }
    _ = await run(store, Edit.type("a"), Edit.append(1), Edit.type("b"), Edit.set("ab"))
    #expect(await run(store, Edit.type("c")) == "abc")
    #expect(store.state.history.count == 2)
    #expect(await run(store, Text.undo) == "ab")
    #expect(await run(store, Text.undo) == "")
  }

  @Test func `Actions of one key that end where they began are no step`() async {
    let store = makeStore { _ in "word" }
    let histories = store.scope(\.history).recordValues { "\($0)" }
    _ = await run(store, Edit.set("a"), Edit.set("ab"), Edit.set("a"), Edit.set(""))
    #expect(!store.state.history.canUndo)
    #expect(await run(store, Edit.set("b"), Edit.set("bc")) == "bc")
    #expect(store.state.history.count == 1)
    #expect(await run(store, Text.undo, Text.redo, Text.clear) == "bc")
    // An observer is notified of each step, undo and redo.
    let steps = ["0 back, 0 again", "1 back, 0 again", "0 back, 1 again"]
    #expect(histories.values == [0, 1, 0, 1, 2, 1, 0].map { steps[$0] })
  }

  @Test(arguments: 1...3)
  func `a group that ends where it began removes no older step at the limit`(limit: Int) {
    var (history, text) = (History<String>(), "")
    for step in 1...limit {
      history.record(text, limit: limit)
      text = "\(step)"
    }
    history.record(text, limit: limit, coalescing: "word")
    #expect(history.count == limit)
    history.removeEmptyStep(at: text)
    #expect(history.count == limit)
    for step in (0..<limit).reversed() {
      history.undo(&text)
      #expect(text == (step == 0 ? "" : "\(step)"))
    }
    #expect(!history.canUndo)
  }

  @Test func `A step that others have made empty is skipped`() async {
    let store = makeStore()
    let reset = Reset(text: "a")
    #expect(await run(store, Edit.set("a"), Edit.set("b"), reset, Text.undo) == "")
    #expect(!store.state.history.canUndo)
    #expect(await run(store, reset, Text.redo) == "a")
    #expect(!store.state.history.canRedo)
    #expect(await run(store, Edit.set("c"), reset, Edit.set("d"), Text.undo) == "a")
    #expect(!store.state.history.canUndo)
  }

  @Test func `An action that does not change the slice records no step`() async {
    let store = makeStore()
    #expect(await run(store, Edit.set("a"), Edit.set("a"), Edit.append(1)) == "a")
    #expect(store.state.history.count == 1)
    #expect(await run(store, Text.clear, Text.undo) == "a")
    #expect(store.state.rows == [1])
  }

  @Test func `Contract 8: the rest of an undoable state is changed in place`() async {
    var document = Document()
    document.rows.reserveCapacity(100_000)
    let store = makeStore(
      document,
      .updating(Edit.self) {
        $0.text += "."; editing.reduce(&$0, $1)
      })
    for row in 0..<20 { store.dispatch(Edit.append(row)) }
    #expect(await run(store).count == 20)
    #expect(store.state.history.count == 10)
    // The array can be shared with the test at the first write.
    #expect(store.state.addresses.count <= 2)
  }

  @Test func `Histories with the same steps are equal, whatever their coalescing keys are`() {
    var history = History<String>()
    history.record("a")
    var typed = History<String>()
    typed.record("a", coalescing: "typing")
    #expect(history == typed)
    #expect(Set([history, typed]).count == 1)
    typed.record("b")
    #expect(history != typed)
    var text = "c"
    typed.undo(&text)
    #expect(history != typed)
    #expect(history.hashValue != typed.hashValue)
  }

  @Test func `A decoded history continues its last step`() throws {
    var history = History<String>()
    history.record("a", coalescing: "typing")
    let data = try JSONEncoder().encode(history)
    var decoded = try JSONDecoder().decode(History<String>.self, from: data)
    #expect(decoded == history)
    decoded.record("b", coalescing: "typing")
    #expect(decoded == history)
  }

  @Test func `A reducer that undoes or records by itself gets no second step for it`() async {
    enum Own: Action { case set(String), undone, redone, replaced(String) }
    let reducer = Reducer<Document>.updating(Own.self) { state, action in
      switch action {
      case .set(let text): state.text = text
      case .undone: state.history.undo(&state.text)
      case .redone: state.history.redo(&state.text)
      case .replaced(let text):
        state.history.record(state.text, limit: 3)
        state.text = text
      }
    }
    let store = makeStore(Document(), reducer, limit: 3)
    #expect(await run(store, Own.set("a"), Own.set("b"), Own.undone) == "a")
    #expect(await run(store, Own.redone) == "b")
    #expect("\(store.state.history)" == "2 back, 0 again")
    #expect(await run(store, Own.replaced("c"), Own.undone, Own.undone, Own.undone) == "")
    #expect("\(store.state.history)" == "0 back, 3 again")
    // At the limit, too.
    for word in ["1", "2", "3", "4", "5"] { store.dispatch(Own.replaced(word)) }
    #expect(await run(store, Text.undo) == "4")
    #expect(await run(store, Text.undo, Text.undo, Text.undo) == "2")
  }
}
