// SPDX-License-Identifier: MIT

import Processes
import Runnel
import Testing

@Suite struct SelectionTests {
  private let store = makeStore(.number(1, "one"), .number(2, "two"), .number(3, "three"))

  @Test func `The selection starts at either end, moves by rows and stops at the ends`() async {
    #expect(store.state.selection == nil)
    #expect(await number(.selectionMoved(by: 1)) == 1)
    #expect(await number(.selectionMoved(by: 1)) == 2)
    #expect(await number(.selectionMoved(by: .max)) == 3)
    #expect(await number(.selectionMoved(by: .min)) == 1)
    #expect(await number(.selectionCleared) == nil)
    #expect(await number(.selectionMoved(by: -1)) == 3)
  }

  @Test func `The selection stays with its process when the rows move`() async {
    #expect(await number(.selectionMoved(by: 2)) == 2)
    let moved: [Process] = [.number(1), .number(2, share: 0.1), .number(3, share: 0.2)]
    let state = await store.after(.sampled(moved))
    #expect(state.rows.map(\.id.number) == [3, 2, 1])
    #expect(state.selection == Process.ID(number: 2))
    #expect(await number(.orderReversed) == 2)
    #expect(await number(.columnCycled) == 2)
  }

  @Test func `When the selected process ends, the row in its place is selected, or the last one`()
    async
  {
    #expect(await number(.selectionMoved(by: 2)) == 2)
    #expect(await number(.sampled([.number(1), .number(3), .number(4)])) == 3)
    #expect(await number(.selectionMoved(by: .max)) == 4)
    #expect(await number(.sampled([.number(1), .number(3)])) == 3)
    #expect(await number(.sampled([])) == nil)
  }

  @Test func `A later process with the same number is a different process`() async {
    #expect(await number(.selectionMoved(by: 3)) == 3)
    var later = Process.number(3)
    later.id.started = 7
    #expect(await number(.sampled([.number(1), .number(2), .number(4), later])) == 3)
    #expect(store.state.selection?.started == 7)
    #expect(await number(.sampled([.number(1), .number(2), .number(3)])) == 3)
    #expect(store.state.selection?.started == 0)
  }

  @Test func `A filter that hides the selected process selects the row in its place`() async {
    #expect(await number(.selectionMoved(by: 2)) == 2)
    #expect(await number(.filterTyped("e")) == 3)
    #expect(await number(.filterCleared) == 3)
    #expect(await number(.filterTyped("t")) == 3)
    #expect(await number(.filterTyped("nothing")) == nil)
  }

  @Test func `When undo restores a filter that hides the selection, another row is selected`() async
  {
    _ = await store.after(.filterTyped("two"), .filterEnded, .filterBegan, .filterCleared)
    #expect(await number(.selectionMoved(by: 1)) == 1)
    store.dispatch(UndoAction<ProcessesFeature.Filter>.undo)
    #expect(await store.after().selection?.number == 2)
  }

  @Test func `An empty list has no selection`() async {
    #expect(await makeStore().after(.selectionMoved(by: 1)).selection == nil)
  }

  private func number(_ action: ProcessesFeature.Action) async -> Int32? {
    await store.after(action).selection?.number
  }
}
