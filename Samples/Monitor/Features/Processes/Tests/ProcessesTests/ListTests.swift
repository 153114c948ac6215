// SPDX-License-Identifier: MIT

import Processes
import Runnel
import Testing

@Suite struct ListTests {
  private let store = makeStore(
    .number(10, "alpha", user: "root", share: 0.5, memory: 1),
    .number(2, "Beta", user: "wheel", share: 0.5, memory: 3),
    .number(33, "gamma", user: "adm", share: 2, memory: 2))

  @Test func `The busiest processes come first, and equal ones by number in both directions`() async
  {
    #expect(numbers(store.state) == [33, 2, 10])
    #expect(numbers(await store.after(.orderReversed)) == [2, 10, 33])
  }

  @Test(
    arguments: [
      (1, [2, 33, 10]), (2, [2, 10, 33]), (3, [33, 10, 2]), (4, [10, 2, 33]), (5, [33, 2, 10]),
    ] as [(Int, [Int32])])
  func `The sort column cycles, each column with its default direction`(
    times: Int, expected: [Int32]
  ) async {
    for _ in 0..<times { store.dispatch(ProcessesFeature.Action.columnCycled) }
    #expect(numbers(await store.after()) == expected)
  }

  @Test(
    arguments: [
      ("A", [33, 2, 10]), ("BETA", [2]), ("wh", [2]), ("3", [33]), ("", [33, 2, 10]), ("zz", []),
    ] as [(String, [Int32])])
  func `A filter matches names, users and numbers, case-insensitively`(
    text: String, expected: [Int32]
  ) async {
    #expect(numbers(await store.after(.filterTyped(text))) == expected)
  }

  @Test func `A filter is typed, corrected and completed, or cleared`() async {
    #expect(await store.after(.filterBegan).draft == "")
    #expect(await store.after(.filterTyped("g"), .filterTyped("é")).pattern == "gé")
    #expect(await store.after(.filterDeleted).pattern == "g")
    let ended = await store.after(.filterEnded)
    #expect(ended.draft == nil && ended.filter.text == "g")
    let cleared = await store.after(.filterBegan, .filterCleared)
    #expect(cleared.draft == nil && cleared.pattern == "")
    #expect(await store.after(.filterDeleted).pattern == "")
  }

  @Test func `A filter has a limited length, however much is typed or pasted`() async {
    let limit = ProcessesFeature.Filter.capacity
    for _ in 0..<1_000 { store.dispatch(ProcessesFeature.Action.filterTyped("é")) }
    #expect(await store.after().pattern.count == limit)
    let pasted = await store.after(.filterCleared, .filterTyped(String(repeating: "x", count: 500)))
    #expect(pasted.pattern == String(repeating: "x", count: limit))
    #expect(await store.after(.filterDeleted, .filterTyped("yz")).pattern.hasSuffix("xy"))
  }

  @Test func `Filters are undone and redone one by one, however many keys they took`() async {
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

  @Test func `A sample is no undo step, and leaves the typed filter unchanged`() async {
    let state = await store.after(.filterBegan, .filterTyped("x"), .sampled([]), .filterTyped("y"))
    #expect(state.pattern == "xy")
    #expect(state.filters.count == 0)
    let ended = await store.after(.filterEnded, .sampled([]), .filterBegan, .filterEnded)
    #expect(ended.filters.count == 1)
  }

  @Test func `Actions of other features change nothing`() async {
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
