// SPDX-License-Identifier: MIT

import Processes
import Runnel
import Testing

@Suite struct ListTests {
  private let store = makeStore(
    .number(10, "alpha", user: "root", share: 0.5, memory: 1),
    .number(2, "Beta", user: "wheel", share: 0.5, memory: 3),
    .number(33, "gamma", user: "adm", share: 2, memory: 2))

  @Test func `The busiest processes come first, and equal ones by number`() async {
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

  @Test func `When the selected process ends, the row in its place is selected`() async {
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

  @Test func `When undo restores a filter, another row is selected if it is hidden`() async {
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

extension Process {
  /// Returns a process that is identified by its number.
  static func number(
    _ number: Int32, _ name: String = "", user: String = "root", share: Double = 0,
    memory: UInt64 = 0
  ) -> Process {
    Process(id: ID(number: number), name: name, user: user, processorShare: share, memory: memory)
  }
}

func makeStore(_ processes: Process...) -> Store<ProcessesFeature.State> {
  var state = ProcessesFeature.State()
  state.processes = processes
  return Store(state: state, reducer: ProcessesFeature.reducer)
}

extension Store<ProcessesFeature.State> {
  func after(_ actions: ProcessesFeature.Action...) async -> ProcessesFeature.State {
    for action in actions { dispatch(action) }
    await settled()
    return state
  }
}
