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

private struct RowAction: ElementAction {
  let elementID: Int
}

private struct Rename: ElementAction {
  let elementID: Int
  let newID: Int
}

private struct Broadcast: Action {}

private struct Begin: ElementAction {
  let elementID: Int
}

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
          Reducer.on(Begin.self) { _, begin in
            EffectOf(Effect.timer(every: .seconds(1)) { Ticked(id: begin.elementID) })
          }
        }
        .forEach(\.rows)
      },
      clock: clock)
  }

  @Test func `An action reaches the entity with its ID, and any other action reaches all`() async {
    let store = makeStore(Entities((0..<4).map { Row($0) }))
    store.dispatch(RowAction(elementID: 3))
    store.edit { $0.rows.insert(Row(7), at: 0) }
    store.dispatch(RowAction(elementID: 3))
    store.dispatch(RowAction(elementID: 99))
    store.dispatch(Broadcast())
    await store.settled()
    #expect(store.state.rows.ids == [7, 0, 1, 2, 3])
    #expect(store.state.rows.map(\.counted.value) == [0, 0, 0, 0, 2])
    #expect(store.state.rows.allSatisfy { $0.text == "!" })
  }

  @Test func `Contract 37: a reducer that gives an entity the ID of another one loses neither`()
    async throws
  {
    let store = makeStore(Entities((0..<4).map { Row($0) }))
    let scope = try #require(store.scope(\.rows, id: 3))
    let values = scope.recordValues { $0.counted.value }
    store.dispatch(Rename(elementID: 2, newID: 3))
    store.dispatch(RowAction(elementID: 3))
    store.dispatch(RowAction(elementID: 2))
    await store.settled()
    #expect(store.state.rows.ids == [0, 1, 3, 3])
    #expect(store.state.rows.map(\.counted.value) == [0, 0, 0, 1])
    #expect(values.values == [0, 1])
    store.dispatch(Rename(elementID: 3, newID: 4))
    store.dispatch(RowAction(elementID: 3))
    await store.settled()
    #expect(store.state.rows.ids == [0, 1, 3, 4])
    #expect(store.state.rows.map(\.counted.value) == [0, 0, 1, 1])
    // An action for all entities gives each the ID of the one in front of it.
    struct Shift: Action {}
    let shift = Reducer<Row>.updating(Shift.self) { row, _ in row.id = max(0, row.id - 1) }
    var list = List(rows: Entities((0..<4).map { Row($0, text: "\($0)") }))
    shift.forEach(\List.rows).reduce(&list, Shift())
    #expect(list.rows.ids == [0, 0, 1, 2])
    #expect(list.rows.map(\.text) == ["0", "1", "2", "3"])
    #expect(list.rows.index(id: 2) == 3)
  }

  @Test func `Contract 27: a scope of an entity follows its ID`() async throws {
    let store = makeStore(Entities((0..<10).map { Row($0) }))
    #expect(store.scope(\.rows, id: 99) == nil)
    let row = try #require(store.scope(\.rows, id: 7))
    let values = row.recordValues { "\($0.id)\($0.text)\($0.counted.value)" }
    let texts = row.scope(\.text).recordValues()
    store.dispatch(RowAction(elementID: 7))
    store.dispatch(RowAction(elementID: 6))
    store.edit { $0.rows.sort { $0.id > $1.id } }
    store.edit { $0.rows.insert(Row(50), at: 0) }
    store.edit { $0.rows[3].text = "a" }
    await store.settled()
    #expect(store.state.rows.index(id: 7) == 3)
    store.edit { $0.rows.remove(id: 7) }
    store.dispatch(RowAction(elementID: 7))
    await store.settled()
    #expect(row.state.text == "a")
    #expect(store.scope(\.rows, id: 7) == nil)
    store.edit { $0.rows = [Row(8), Row(7, text: "b")] }
    store.dispatch(Rename(elementID: 7, newID: 9))
    store.dispatch(Rename(elementID: 8, newID: 7))
    await store.settled()
    #expect(values.values == ["70", "71", "7a1", "7b0", "70"])
    #expect(texts.values == ["", "a", "b", ""])
    #expect(row.debugDescription.contains("rows[7]"))
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
    /// Settles, and returns the notified entities with the numbers of evaluations and comparisons.
    func cost(_ dispatch: () -> Void) async -> (ids: [Int], evaluations: Int, comparisons: Int) {
      await store.settled()
      _ = received.takeValues()
      comparisons.reset()
      let before = store.evaluations
      dispatch()
      await store.settled()
      return (received.values, store.evaluations - before, comparisons.value)
    }
    let table = try #require(store.scope(\.rows, id: 0)?.elementTable)
    let compared = table.comparisons
    // The first reducer is known to change one entity, the second can change the whole state. The
    // IDs are evaluated only when they have changed.
    #expect(await cost { store.dispatch(RowAction(elementID: 1_234)) } == ([1_234], 1, 1))
    #expect(table.comparisons - compared == 1)
    #expect(await cost { store.edit { $0.rows[1_432].counted.value = 5 } } == ([1_432], 1, 1))
    #expect(await cost { store.edit { $0.other += 1 } } == ([], 0, 0))
    let new = Row(-1, comparisons)
    #expect(await cost { store.edit { $0.rows.insert(new, at: 0) } } == ([], 1, 0))
    #expect(await cost { store.dispatch(RowAction(elementID: 1_999)) } == ([1_999], 1, 1))
    #expect(await cost { store.dispatch(RowAction(elementID: 77)) } == ([77], 1, 1))
    #expect(ids.values == [count, count + 1])
    disposer.dispose()
    ids.dispose()
    #expect(store.isUnused)
  }

  @Test(arguments: [10, 1_000, 100_000])
  func `Contract 8: an entity of a collection of any size is changed in place`(count: Int) async {
    let addresses = Recorder<UInt>()
    let store = Store(
      state: List(rows: Entities((0..<count).map { Row($0) })),
      reducer: Reducer {
        Reducer<Row>.updating(RowAction.self) { row, _ in row.counted.value += 1 }.forEach(\.rows)
        Reducer<List>.updating(RowAction.self) { list, action in
          list.rows[id: action.elementID]?.text = "a"
          list.rows.elements.withUnsafeBytes { addresses.record(UInt(bitPattern: $0.baseAddress)) }
        }
      })
    let ids = store.scope(\.rows.ids).recordValues { $0.count }
    // The first change finds elements that the initial state shares.
    for id in 0..<10 { store.dispatch(RowAction(elementID: id)) }
    await store.settled()
    #expect(Set(addresses.values.dropFirst()).count == 1)
    #expect(ids.values == [count])
  }

  @Test func `Contract 8: a scope of an entity lets its reducer change it in place`() async throws {
    let copies = Counter()
    let store = Store(
      state: List(rows: Entities((0..<3).map { Row($0) })),
      reducer: Reducer<Row>.updating { row, _ in
        if row.numbers.isEmpty { row.numbers = Array(0..<100) }
        let before = row.numbers.withUnsafeBytes { $0.baseAddress }
        row.numbers[0] += 1
        if before != row.numbers.withUnsafeBytes({ $0.baseAddress }) { copies.increment() }
      }.forEach(\.rows))
    let row = try #require(store.scope(\.rows, id: 1))
    store.dispatch(RowAction(elementID: 1))
    store.dispatch(Broadcast())
    store.dispatch(RowAction(elementID: 1))
    await store.settled()
    #expect(row.state.numbers.first == 3)
    #expect(copies.value == 0)
  }

  @Test func `Contract 11: an action for all elements notifies observers of those without ==`()
    async throws
  {
    struct Opaque: Sendable, Identifiable {
      let id: Int
      var numbers: [Int] = []
    }
    let row = Reducer<Opaque>.updating(Broadcast.self) { row, _ in row.numbers.append(row.id) }
    let store = Store<Entities<Opaque>>(
      state: Entities((0..<3).map { Opaque(id: $0) }), reducer: row.forEach(\.self))
    let numbers = try #require(store.scope(\.self, id: 1)).recordValues { $0.numbers }
    for _ in 0..<2 { store.dispatch(Broadcast()) }
    await store.settled()
    #expect(numbers.values == [[], [1], [1, 1]])
  }

  @Test func `Contract 32: effects of an entity follow it and end when it is removed`() async {
    let store = makeStore(Entities((1...3).map { Row($0) }))
    for id in 1...3 { store.dispatch(Begin(elementID: id)) }
    await clock.advance(by: .seconds(1))
    store.edit { $0.rows.move(fromOffsets: [2], toOffset: 0) }
    await clock.advance(by: .seconds(1))
    store.edit { $0.rows.remove(id: 2) }
    await clock.advance(by: .seconds(1))
    #expect(store.state.text == "12312313")
    store.edit { $0.rows = [] }
    await clock.advance(by: .seconds(1))
    #expect(store.state.text == "12312313")
  }

  @Test func `An effect runs for each entity by its ID`() async {
    let store = makeStore([Row(1), Row(2)])
    let token = store.run(forEach: \.rows.ids) { id in
      .timer(every: .seconds(1)) { Ticked(id: id) }
    }
    await clock.advance(by: .seconds(1))
    store.edit { $0.rows.remove(id: 1) }
    store.edit { $0.rows[0].text = "a" }
    store.edit { $0.rows.upsert(Row(3)) }
    await clock.advance(by: .seconds(1))
    #expect(store.state.text == "1223")
    token.dispose()
  }
}
