// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

@Suite struct OptionalAndElementScopeTests {
  @Test @MainActor func `Contract 25, 27: a scope of an optional is like any store`() async throws {
    let store = Store(state: Catalog(selected: Item(note: "n")), reducer: .edits)
    let note = try #require(store.ifPresent(\.selected)?.ifPresent(\.note))
    let view = ViewRecorder("")
    view.connect(to: note) { note, _ in note }
    let actions = note.recordActions { note, _ in note }
    let plugin = note.add(reducer: Reducer.updating { note, _ in note += "!" })
    await store.editAndWait { $0.selected?.text = "b" }
    await store.editAndWait { $0.selected = nil }
    #expect(view.values == ["n", "n!"])
    #expect(actions.values == ["n!", "n!"])
    #expect(note.state == "n!")
    plugin.dispose()
    var iterator = note.values().makeAsyncIterator()
    #expect(await iterator.next() == "n!")
  }

  @Test func `Contract 28: a payload is extracted only if the enum can have changed`() {
    let extractions = Counter()
    let path = CasePath<Screen, Item>(embed: Screen.detail) {
      extractions.increment()
      return if case .detail(let item) = $0 { item } else { nil }
    }
    let store = Store(
      state: Catalog(selected: Item(), screen: .detail(Item(id: 3))),
      reducer: Reducer {
        Reducer<Screen>.updating(AppAction.self) { screen, _ in screen = .detail(Item(id: 4)) }
          .scope(\.screen)
        Reducer<Item?>.updating(ItemAction.self) { item, _ in item?.number += 1 }.scope(\.selected)
      })
    let observed = store.ifCase(\.screen, path)?.recordValues()
    extractions.reset()
    for (action, count) in [(ItemAction(), 0), (AppAction.nothing, 1)] as [(any Action, Int)] {
      store.send(action)
      #expect(extractions.value == count)
    }
    #expect(observed?.values.map(\.id) == [3])
  }

  private struct Row: Equatable, Sendable, Identifiable {
    var id: Int
    var counted: Counted
  }

  private struct List<Rows: Sendable>: Sendable {
    var rows: Rows
    var other = 0
    let reads: Counter
    /// A value for rows that read one.
    var read: Int {
      reads.increment()
      return other
    }
  }

  @Test func `Contract 28: one change among 2,000 observed elements evaluates one`() async throws {
    try await expectOneEvaluation { $0 }
    try await expectOneEvaluation { Entities($0) }
  }

  private func expectOneEvaluation<Rows>(
    _ make: @escaping @Sendable ([Row]) -> Rows
  ) async throws
  where
    Rows: ElementsByID & RandomAccessCollection<Row> & MutableCollection & Sendable,
    Rows.ElementID == Int, Rows.IdentifiedElement == Row, Rows.Index == Int
  {
    let count = 2_000
    let (comparisons, reads) = (Counter(), Counter())
    let plain = Reducer<Row>.updating(ItemAction.self) { row, _ in row.counted.value += 1 }
    let reading = ReadingReducer<Row, Int>.updating(Word.self) { row, _, _ in
      row.counted.value += 1
    }
    let feature = ReadingReducer<Rows, Int> {
      plain.forEach(\.self)
      reading.within { $0.forEach(\.self) }
    }
    let rows = make((0..<count).map { Row(id: $0, counted: Counted(comparisons)) })
    let store = Store(
      state: List(rows: rows, reads: reads),
      reducer: Reducer {
        Reducer<List<Rows>>.edits
        feature.scope(\List<Rows>.rows, reading: \.read)
      })
    let received = Recorder<Int>()
    let tokens = (0..<count).map { id in
      store.scope(\.rows, id: id)?.observe { received.record($0.id) }
    }
    await store.settled()
    #expect(store.observedSlices == 1)
    let cost = { await store.cost(received, comparisons, of: $0) }
    let table = try #require(store.scope(\.rows, id: 0)?.elementTable)
    let compared = table.comparisons
    // The first reducer is known to change one element, the second can change the whole state.
    #expect(await cost { store.dispatch(ItemAction(), to: \.rows, id: 1_234) } == ([1_234], 1, 1))
    #expect(table.comparisons - compared == 1)
    #expect(await cost { store.edit { $0.rows[1_432].counted.value = 5 } } == ([1_432], 1, 1))
    #expect(await cost { store.edit { $0.other += 1 } } == ([], 0, 0))
    let new = Row(id: -1, counted: Counted(comparisons))
    #expect(await cost { store.edit { $0.rows = make([new] + $0.rows) } } == ([], 0, 0))
    #expect(await cost { store.dispatch(ItemAction(), to: \.rows, id: 1_999) } == ([1_999], 1, 1))
    // Another one ends in between, and the last one takes its place.
    let token = store.scope(\.rows, id: -1)?.observe { received.record($0.id) }
    tokens[3]?.dispose()
    await store.settled()
    #expect(await cost { store.dispatch(ItemAction(), to: \.rows, id: -1) } == ([-1], 1, 1))
    #expect(await cost { store.edit { $0.rows.shuffle() } } == ([], 0, 0))
    #expect(await cost { store.dispatch(ItemAction(), to: \.rows, id: 77) } == ([77], 1, 1))
    // Only a reducer that reads the value reads it.
    #expect(reads.value == 0)
    #expect(await cost { store.dispatch(Word(""), to: \.rows, id: 7) } == ([7], 1, 1))
    #expect(reads.value == 1)
    for token in tokens + [token] { token?.dispose() }
    #expect(store.isUnused)
  }

  @Test func `Contract 11: an action for all notifies observers without ==`() async throws {
    struct Opaque: Sendable, Identifiable {
      let id: Int
      var numbers: [Int] = []
    }
    struct Broadcast: Action {}
    let row = Reducer<Opaque>.updating(Broadcast.self) { row, _ in row.numbers.append(row.id) }
    let store = Store(state: (0..<3).map { Opaque(id: $0) }, reducer: row.forEach(\.self))
    let numbers = try #require(store.scope(\.self, id: 1)).recordValues { $0.numbers }
    for _ in 0..<2 { store.dispatch(Broadcast()) }
    await store.settled()
    #expect(numbers.values == [[], [1], [1, 1]])
  }

  @Test func `Elements of a computed collection change with any stored element`() async throws {
    struct Game: Sendable {
      var players = (0..<3).map { Item(id: $0) }
      /// The players by their points, with their ranks as texts.
      var ranked: [Item] {
        let ranked = players.sorted { ($0.number, $1.id) > ($1.number, $0.id) }
        return ranked.enumerated().map { Item(id: $1.id, text: "\($0 + 1)") }
      }
    }
    let store = Store(
      state: Game(),
      reducer: Reducer<Item>.updating(ItemAction.self) { player, _ in player.number += 1 }
        .forEach(\.players, id: \.id))
    let ranks = try (0..<3).map { id in
      try #require(store.scope(\.ranked, id: id)).scope(\.text).recordValues()
    }
    store.dispatch(ItemAction(), to: \.players, id: 2)
    await store.settled()
    #expect(ranks.map(\.values) == [["1", "2"], ["2", "3"], ["3", "1"]])
  }

  @Test func `Two elements with one ID are reported once; the first is used`() async throws {
    struct DuplicateRow: Equatable, Sendable, Identifiable {
      var id: Int
      var text = ""
    }
    let warnings = WarningRecorder(containing: "DuplicateRow")
    let store = Store(
      state: (0..<2).map { DuplicateRow(id: $0) }, reducer: Reducer<[DuplicateRow]>.edits)
    let row = try #require(store.scope(\.self, id: 1))
    let texts = row.scope(\.text).recordValues()
    store.edit { rows in
      rows = (2..<9).map { DuplicateRow(id: $0) }
      rows += [DuplicateRow(id: 1, text: "a"), DuplicateRow(id: 1)]
    }
    await store.editAndWait { $0 = [DuplicateRow(id: 1, text: "b"), DuplicateRow(id: 1)] }
    #expect(row.state.text == "b")
    #expect(texts.values == ["", "a", "b"])
    #expect(warnings.messages.count == 1)
  }
}
