// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTesting
import Testing

/// The code of UndoAndRedo.md.
@Suite struct UndoAndRedoTests {
  enum Note {
    struct State: Equatable, Sendable {
      var text = ""
      var history = History<String>()
    }

    enum Action: Runnel.Action, Equatable {
      case typed(String)
      case cleared
      case undoTapped
      case redoTapped
    }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .typed(let text): state.text = text
      case .cleared: state.text = ""
      case .undoTapped: state.history.undo(&state.text)
      case .redoTapped: state.history.redo(&state.text)
      }
    }
    .undoable(\.text, history: \.history, limit: 100) { action in
      if case Action.typed = action { "typing" } else { nil }
    }
  }

  @Test func `Typing is one step, and clearing another`() async {
    let store = TestStore(state: Note.State(), reducer: Note.reducer)
      .accepting(Note.Action.self)

    await store.send(.typed("o")) {
      $0.history.record($0.text)
      $0.text = "o"
    }
    await store.send(.typed("ot")) { $0.text = "ot" }
    await store.send(.cleared) {
      $0.history.record($0.text)
      $0.text = ""
    }
    await store.send(.undoTapped) { $0.history.undo(&$0.text) }
    #expect(store.state.text == "ot")
    await store.send(.undoTapped) { $0.history.undo(&$0.text) }
    #expect(store.state.text == "")
    await store.send(.redoTapped) { $0.history.redo(&$0.text) }
    #expect(store.state.text == "ot")
    await store.finish()
  }

  @Test func `A view follows whether an undo is possible`() async {
    let disposer = Disposer()
    let enabled = ValueRecorder<Bool>()
    @Sendable func setUndoEnabled(_ isEnabled: Bool) { enabled.record(isEnabled) }
    let store = Store(state: Note.State(), reducer: Note.reducer).accepting(Note.Action.self)
    store.send(.typed("o"))

    let canUndo = store.scope(\.history.canUndo)
    canUndo.observe(on: .main) { setUndoEnabled($0) }.dispose(on: disposer)
    store.dispatch(.undoTapped)

    await store.settled()
    #expect(enabled.values.last == false)
    disposer.dispose()
  }
}
