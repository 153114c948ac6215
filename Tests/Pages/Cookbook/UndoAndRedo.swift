// SPDX-License-Identifier: MIT

import Dispatch

@Suite struct UndoAndRedoTests {
  #snippet("Define the feature")

  #snippet("Test it")

  @Test func `A view follows whether an undo is possible`() async {
    let disposer = Disposer()
    let enabled = ValueRecorder<Bool>()
    @MainActor func setUndoEnabled(_ isEnabled: Bool) { enabled.record(isEnabled) }
    let store = Store(state: Note.State(), reducer: Note.reducer).accepting(Note.Action.self)
    store.send(.typed("o"))
    #snippet("Show it")
    await store.settled()
    #expect(enabled.values.last == false)
    disposer.dispose()
  }
}
