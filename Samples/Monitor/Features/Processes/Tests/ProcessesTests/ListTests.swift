// SPDX-License-Identifier: MIT

import Processes
import Runnel
import Testing

@Suite struct ListTests {
  private let store = makeStore(
    .number(10, "alpha", user: "root", share: 0.5, memory: 1),
    .number(2, "Beta", user: "wheel", share: 0.5, memory: 3),
    .number(33, "gamma", user: "adm", share: 2, memory: 2))

  @Test("The busiest come first, and equals by their number, either way round")
  func processor() async {
    #expect(numbers(store.state) == [33, 2, 10])
    #expect(numbers(await store.after(.orderReversed)) == [2, 10, 33])
  }

  @Test(
    "The columns are sorted by in turn, each in its usual direction",
    arguments: [
      (1, [2, 33, 10]), (2, [2, 10, 33]), (3, [33, 10, 2]), (4, [10, 2, 33]), (5, [33, 2, 10]),
    ] as [(Int, [Int32])])
  func columns(times: Int, expected: [Int32]) async {
    for _ in 0..<times { store.dispatch(ProcessesFeature.Action.columnCycled) }
    #expect(numbers(await store.after()) == expected)
  }

  @Test(
    "A filter is looked for in names, users and numbers, whatever the case",
    arguments: [
      ("A", [33, 2, 10]), ("BETA", [2]), ("wh", [2]), ("3", [33]), ("", [33, 2, 10]), ("zz", []),
    ] as [(String, [Int32])])
  func filter(text: String, expected: [Int32]) async {
    #expect(numbers(await store.after(.filterTyped(text))) == expected)
  }

  @Test("A filter is typed, corrected and kept, or cleared")
  func typing() async {
    #expect(await store.after(.filterBegan).draft == "")
    #expect(await store.after(.filterTyped("g"), .filterTyped("é")).pattern == "gé")
    #expect(await store.after(.filterDeleted).pattern == "g")
    let ended = await store.after(.filterEnded)
    #expect(ended.draft == nil && ended.filter.text == "g")
    let cleared = await store.after(.filterBegan, .filterCleared)
    #expect(cleared.draft == nil && cleared.pattern == "")
    #expect(await store.after(.filterDeleted).pattern == "")
  }

  @Test("Filters are undone and redone one by one, however they were typed")
  func undo() async {
    for text in ["al", "et"] {
      _ = await store.after(.filterBegan, .filterDeleted, .filterDeleted)
      for character in text { _ = await store.after(.filterTyped(String(character))) }
      _ = await store.after(.filterEnded)
    }
    _ = await store.after(.filterBegan, .filterCleared)
    #expect(await undone(.undo).pattern == "et")
    #expect(numbers(store.state) == [2])
    #expect(await undone(.undo).pattern == "al")
    #expect(await undone(.redo).pattern == "et")
    #expect(await undone(.undo).pattern == "al")
    #expect(await undone(.undo).pattern == "")
    #expect(await undone(.undo).pattern == "")
    #expect(!store.state.filters.canUndo)
  }

  @Test("A sample is no step to undo, and leaves what is typed alone")
  func sampleWhileTyping() async {
    let state = await store.after(.filterBegan, .filterTyped("x"), .sampled([]), .filterTyped("y"))
    #expect(state.pattern == "xy")
    #expect(state.filters.count == 0)
    let ended = await store.after(.filterEnded, .sampled([]), .filterBegan, .filterEnded)
    #expect(ended.filters.count == 1)
  }

  @Test("Actions of others change nothing")
  func foreign() async {
    struct Foreign: Action {}
    let before = store.state
    store.dispatch(Foreign())
    #expect(await store.after() == before)
  }

  private func undone(
    _ action: UndoAction<ProcessesFeature.Filter>
  ) async -> ProcessesFeature.State {
    store.dispatch(action)
    return await store.after()
  }

  private func numbers(_ state: ProcessesFeature.State) -> [Int32] {
    state.rows.map(\.id.number)
  }
}
