// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

private struct Row: Equatable, Sendable, Identifiable {
  var id: Int
  var counted: Counted
  var text = ""
  var numbers: [Int] = []

  init(_ id: Int, _ comparisons: Counter = Counter(), text: String = "") {
    self.id = id
    self.text = text
    counted = Counted(comparisons)
  }
}

private struct List: Sendable {
  var before = 0
  var rows: Entities<Row>
  var other = 0
  var text = ""
}

private struct RowAction: Action {}

private struct Rename: Action {
  let newID: Int
}

private struct Broadcast: Action {}

private struct Begin: Action {}

private struct Ticked: Action {
  let id: Int
}

/// Entities in a store: reducers, scopes, and effects of their elements.
@Suite struct EntityScopeTests {
  private let clock = ManualClock()

  private func makeStore(_ rows: Entities<Row>) -> Store<List> {
    Store(
      state: List(rows: rows),
      reducer: Reducer {
        Reducer<List>.edits
        Reducer<List>.updating(Ticked.self) { list, action in list.text += "\(action.id)" }
        Reducer<Row> {
          Reducer.updating(RowAction.self) { row, _ in row.counted.value += 1 }
          Reducer.updating(Rename.self) { row, action in row.id = action.newID }
          Reducer.updating(Broadcast.self) { row, _ in row.text += "!" }
          Reducer.on(Begin.self) { row, _ in
            let id = row.id
            return EffectOf(Effect.timer(every: .seconds(1)) { Ticked(id: id) })
          }
        }
        .forEach(\.rows)
      },
      clock: clock)
  }

  @Test func `Contract 37: a reducer that gives two entities one ID loses neither`() async throws {
    let store = makeStore(Entities((0..<4).map { Row($0) }))
    let scope = try #require(store.scope(\.rows, id: 3))
    let values = scope.recordValues { $0.counted.value }
    store.dispatch(Rename(newID: 3), to: \.rows, id: 2)
    store.dispatch(RowAction(), to: \.rows, id: 3)
    store.dispatch(RowAction(), to: \.rows, id: 2)
    await store.settled()
    #expect(store.state.rows.ids == [0, 1, 3, 3])
    #expect(store.state.rows.map(\.counted.value) == [0, 0, 0, 1])
    #expect(values.values == [0, 1])
    store.dispatch(Rename(newID: 4), to: \.rows, id: 3)
    store.dispatch(RowAction(), to: \.rows, id: 3)
    await store.settled()
    #expect(store.state.rows.ids == [0, 1, 3, 4])
    #expect(store.state.rows.map(\.counted.value) == [0, 0, 1, 1])
    // Another one gets the ID and the position of the entity before the reducer of these runs.
    let swapping = Reducer<List> {
      Reducer<List>.updating(RowAction.self) { list, _ in
        list.rows[0].id = 4
        list.rows.swapAt(0, 3)
      }
      Reducer<Row>.updating(RowAction.self) { row, _ in row.text += "?" }.forEach(\List.rows)
    }
    let swapped = Store(state: List(rows: store.state.rows), reducer: swapping)
    swapped.dispatch(RowAction(), to: \.rows, id: 4)
    await swapped.settled()
    #expect(swapped.state.rows.map(\.text) == ["?", "", "", ""])
    // An action for all entities gives each the ID of the one in front of it.
    struct Shift: Action {}
    let shift = Reducer<Row>.updating(Shift.self) { row, _ in row.id = max(0, row.id - 1) }
    var list = List(rows: Entities((0..<4).map { Row($0, text: "\($0)") }))
    shift.forEach(\List.rows).reduce(&list, Shift())
    #expect(list.rows.ids == [0, 0, 1, 2])
    #expect(list.rows.map(\.text) == ["0", "1", "2", "3"])
    #expect(list.rows.index(id: 2) == 3)
  }

  @Test func `Contract 28: one change among 2,000 observed entities evaluates one`() async throws {
    let count = 2_000
    let comparisons = Counter()
    let store = makeStore(Entities((0..<count).map { Row($0, comparisons) }))
    let received = Recorder<Int>()
    let ids = store.scope(\.rows.ids).recordValues { $0.count }
    let disposer = Disposer()
    for id in 0..<count {
      try #require(store.scope(\.rows, id: id)).observe { received.record($0.id) }
        .dispose(on: disposer)
    }
    let cost = { await store.cost(received, comparisons, of: $0) }
    let table = try #require(store.scope(\.rows, id: 0)?.elementTable)
    let compared = table.comparisons
    // The first reducer is known to change one entity, the second can change the whole state. The
    // IDs are evaluated only when they have changed.
    #expect(await cost { store.dispatch(RowAction(), to: \.rows, id: 1_234) } == ([1_234], 1, 1))
    #expect(table.comparisons - compared == 1)
    #expect(await cost { store.edit { $0.rows[1_432].counted.value = 5 } } == ([1_432], 1, 1))
    #expect(await cost { store.edit { $0.other += 1 } } == ([], 0, 0))
    let new = Row(-1, comparisons)
    #expect(await cost { store.edit { $0.rows.insert(new, at: 0) } } == ([], 1, 0))
    #expect(await cost { store.dispatch(RowAction(), to: \.rows, id: 1_999) } == ([1_999], 1, 1))
    #expect(ids.values == [count, count + 1])
    disposer.dispose()
    ids.dispose()
    #expect(store.isUnused)
  }

  @Test func `Contract 8: an entity with a scope is changed in place`() async throws {
    let (elements, numbers) = (Recorder<UInt>(), Recorder<UInt>())
    let rows = (0..<10_000).map { Row($0) }
    let store = Store(
      state: List(rows: Entities(rows)),
      reducer: Reducer {
        Reducer<Row>.updating { row, _ in
          if row.numbers.isEmpty { row.numbers = Array(0..<100) }
          row.numbers[0] += 1
          if row.id == 1 {
            row.numbers.withUnsafeBytes { numbers.record(UInt(bitPattern: $0.baseAddress)) }
          }
        }.forEach(\.rows)
        Reducer<List>.updating(RowAction.self, from: \.rows) { list, id, _ in
          list.rows[id: id]?.text = "a"
          list.rows.elements.withUnsafeBytes { elements.record(UInt(bitPattern: $0.baseAddress)) }
        }
      })
    let ids = store.scope(\.rows.ids).recordValues { $0.count }
    let row = try #require(store.scope(\.rows, id: 1))
    // The first change finds elements that the initial state shares.
    for _ in 0..<2 {
      for id in 0..<4 { store.dispatch(RowAction(), to: \.rows, id: id) }
      store.dispatch(Broadcast())
    }
    await store.settled()
    #expect(row.state.numbers.first == 4)
    #expect(Set(elements.values.dropFirst()).count == 1)
    #expect(Set(numbers.values).count == 1)
    #expect(ids.values == [10_000])
  }

  @Test func `Contract 32: effects of an entity follow it and end when it is removed`() async {
    let store = makeStore(Entities((1...3).map { Row($0) }))
    for id in 1...3 { store.dispatch(Begin(), to: \.rows, id: id) }
    let token = store.run(forEach: \.rows.ids) { id in
      .timer(every: .seconds(1)) { Ticked(id: -id) }
    }
    for change: @Sendable (inout List) -> Void in [
      { $0.rows.move(fromOffsets: [2], toOffset: 0) }, { $0.rows.remove(id: 2) }, { $0.rows = [] },
      { _ in },
    ] {
      await clock.advance(by: .seconds(1))
      store.edit(change)
    }
    await store.settled()
    let ticks = store.state.text.filter { $0 != "-" }
    #expect(ticks.map(String.init).sorted().joined() == "1111112222333333")
    token.dispose()
  }
}
