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

private struct Document: Equatable, Sendable {
  var text = ""
  var rows: [Int] = []
  var history = History<String>()
  var note: String?
}

private let editing = Reducer<Document>.updating(Edit.self) { state, action in
  switch action {
  case .type(let letter): state.text += letter
  case .set(let text): state.text = text
  case .append(let row): state.rows.append(row)
  }
}

@Suite struct UndoTests {
  private func makeStore(limit: Int = 10, rows: [Int] = []) -> Store<Document> {
    Store(
      state: Document(rows: rows),
      reducer: editing.undoable(\.text, history: \.history, limit: limit) { action in
        if case Edit.type = action { "typing" } else { nil }
      })
  }

  private typealias Text = UndoAction<String>

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
    // A new step discards the undone ones.
    #expect(await run(store, Text.undo, Edit.set("d"), Text.redo) == "d")
    #expect(await run(store, Text.undo) == "b")
  }

  @Test func `A reducer of every action is not called for undo`() async {
    let store = Store(
      state: Document(),
      reducer: Reducer<Document>.updating { state, _ in state.text += "." }
        .undoable(\.text, history: \.history, limit: 5))
    #expect(await run(store, Edit.append(1), Edit.append(2), Text.undo) == ".")
    #expect(await run(store, Text.undo, Text.undo) == "")
    #expect(await run(store, Text.redo) == ".")
  }

  @Test func `The oldest steps are discarded beyond the limit`() async {
    let store = makeStore(limit: 2)
    #expect(await run(store, Edit.set("a"), Edit.set("b"), Edit.set("c")) == "c")
    #expect(store.state.history.count == 2)
    #expect(await run(store, Text.undo, Text.undo, Text.undo) == "a")
  }

  @Test func `A restored history is cut to the limit at the next step`() async {
    let long = makeStore(limit: 50)
    for index in 0..<30 { long.dispatch(Edit.set("\(index)")) }
    await long.settled()
    let store = Store(
      state: long.state, reducer: editing.undoable(\.text, history: \.history, limit: 5))
    #expect(await run(store, Edit.set("new")) == "new")
    #expect(store.state.history.count == 5)
    #expect("\(store.state.history)" == "5 back, 0 again")
  }

  @Test func `An observer of a history is notified of each step, undo and redo`() async {
    let store = makeStore()
    let histories = Recorder<String>()
    let token = store.scope(\.history).observe { histories.record("\($0)") }
    _ = await run(store, Edit.type("a"), Edit.type("b"), Text.undo, Text.redo, Text.clear)
    #expect(
      histories.values == [
        "0 back, 0 again", "1 back, 0 again", "0 back, 1 again", "1 back, 0 again",
        "0 back, 0 again",
      ])
    token.dispose()
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
    let store = Store(
      state: Document(),
      reducer: editing.undoable(\.text, history: \.history, limit: 10) { action in
        switch action as? Edit {
        case .type: "typing"
        case .set: "committed"
        default: nil
        }
      })
    _ = await run(store, Edit.type("a"), Edit.append(1), Edit.type("b"), Edit.set("ab"))
    #expect(await run(store, Edit.type("c")) == "abc")
    #expect(store.state.history.count == 2)
    #expect(await run(store, Text.undo) == "ab")
    #expect(await run(store, Text.undo) == "")
  }

  @Test func `Actions of one key that end where they began are no step`() async {
    let store = Store(
      state: Document(),
      reducer: editing.undoable(\.text, history: \.history, limit: 10) { _ in "word" })
    let histories = Recorder<String>()
    let token = store.scope(\.history).observe { histories.record("\($0)") }
    _ = await run(store, Edit.set("a"), Edit.set("ab"), Edit.set("a"), Edit.set(""))
    #expect(!store.state.history.canUndo)
    #expect(histories.values == ["0 back, 0 again", "1 back, 0 again", "0 back, 0 again"])
    #expect(await run(store, Edit.set("b"), Edit.set("bc")) == "bc")
    #expect(store.state.history.count == 1)
    #expect(await run(store, Text.undo) == "")
    token.dispose()
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
    enum Reset: Action { case text(String) }
    let store = Store(
      state: Document(),
      reducer: Reducer<Document> {
        editing.undoable(\.text, history: \.history, limit: 10)
        Reducer.updating(Reset.self) { state, action in
          if case .text(let text) = action { state.text = text }
        }
      })
    #expect(await run(store, Edit.set("a"), Edit.set("b"), Reset.text("a"), Text.undo) == "")
    #expect(!store.state.history.canUndo)
    #expect(await run(store, Reset.text("a"), Text.redo) == "a")
    #expect(!store.state.history.canRedo)
    #expect(await run(store, Edit.set("c"), Reset.text("a"), Edit.set("d"), Text.undo) == "a")
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
    struct State: Equatable, Sendable {
      var text = ""
      var rows: [Int]
      var history = History<String>()
      /// The addresses of the rows at each write.
      var addresses: Set<Int> = []
    }
    let reducer = Reducer<State>.updating(Edit.self) { state, action in
      if case .set(let text) = action { state.text = text }
      state.rows[0] += 1
      state.addresses.insert(state.rows.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) })
    }
    let store = Store(
      state: State(rows: Array(repeating: 0, count: 100_000)),
      reducer: reducer.undoable(\.text, history: \.history, limit: 10))
    for index in 0..<20 { store.dispatch(Edit.set("\(index)")) }
    await store.settled()
    #expect(store.state.history.count == 10)
    #expect(store.state.rows[0] == 20)
    // The array can be shared with the test at the first write.
    #expect(store.state.addresses.count <= 2)
  }

  @Test func `A whole state is undone, and its history is stored with it`() async {
    struct Drawing: Equatable, Sendable { var points: [Int] = [] }
    let drawing = Reducer<Drawing>.updating(Edit.self) { state, action in
      if case .append(let point) = action { state.points.append(point) }
    }
    let store = Store(state: Undoable(Drawing()), reducer: drawing.undoable(limit: 3))
    store.dispatch(Edit.append(1))
    store.dispatch(Edit.append(2))
    store.dispatch(UndoAction<Drawing>.undo)
    await store.settled()
    #expect(store.state.points == [1])
    #expect(store.state.history.canRedo)
    // An undo of one type leaves histories of other types unchanged.
    store.dispatch(UndoAction<String>.undo)
    await store.settled()
    #expect(store.state.points == [1])
  }

  // MARK: The history alone

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

  // MARK: Undo by an action of the feature

  @Test func `A reducer that undoes by an action of its own records no step for it`() async {
    enum Own: Action { case set(String), undone, redone, replaced(String) }
    let reducer = Reducer<Document>.updating(Own.self) { state, action in
      switch action {
      case .set(let text): state.text = text
      case .undone: state.history.undo(&state.text)
      case .redone: state.history.redo(&state.text)
      case .replaced(let text):
        state.history.record(state.text)
        state.text = text
      }
    }
    let store = Store(
      state: Document(), reducer: reducer.undoable(\.text, history: \.history, limit: 3)
    ).accepting(Own.self)
    for action in [Own.set("a"), .set("b"), .undone] { store.dispatch(action) }
    await store.settled()
    #expect(store.state.text == "a")
    store.dispatch(.redone)
    await store.settled()
    #expect(store.state.text == "b")
    #expect("\(store.state.history)" == "2 back, 0 again")
    for action in [Own.replaced("c"), .undone, .undone, .undone] { store.dispatch(action) }
    await store.settled()
    #expect(store.state.text == "")
    #expect("\(store.state.history)" == "0 back, 3 again")
  }

  @Test func `At the limit, a reducer that records by itself records one step`() async {
    let reducer = Reducer<Document>.updating(Edit.self) { state, action in
      guard case .set(let text) = action else { return }
      state.history.record(state.text, limit: 2)
      state.text = text
    }
    let store = Store(
      state: Document(), reducer: reducer.undoable(\.text, history: \.history, limit: 2))
    #expect(await run(store, Edit.set("a"), Edit.set("b"), Edit.set("c"), Edit.set("d")) == "d")
    #expect(await run(store, Text.undo) == "c")
    #expect(await run(store, Text.undo, Text.undo) == "b")
  }
}
