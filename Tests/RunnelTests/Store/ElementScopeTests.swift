// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

private struct Row: Equatable, Sendable, Identifiable {
  let id: Int
  var counted: Counted
}

private struct RowAction: Action {}

/// A state with rows somewhere inside.
private protocol Nesting: Sendable {
  init(_ rows: [Row])
  /// Returns a reducer of one row for the whole state.
  static func lift(_ reducer: Reducer<Row>) -> Reducer<Self>
  /// Returns a scope of the rows' surroundings, and adds all scopes on the way to `scopes`.
  static func list(in store: Store<Self>, _ scopes: inout [AnyObject]) throws -> Store<List>
}

private struct List: Nesting {
  var rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  static func lift(_ reducer: Reducer<Row>) -> Reducer<List> { reducer.forEach(\.rows) }

  static func list(in store: Store<List>, _: inout [AnyObject]) -> Store<List> { store }
}

private struct InOptional<Inner: Nesting>: Nesting {
  var before = 0
  var inner: Inner?

  init(_ rows: [Row]) { inner = Inner(rows) }

  static func lift(_ reducer: Reducer<Row>) -> Reducer<Self> {
    Inner.lift(reducer).ifPresent(\.inner)
  }

  static func list(in store: Store<Self>, _ scopes: inout [AnyObject]) throws -> Store<List> {
    let scope = try #require(store.ifPresent(\.inner))
    scopes.append(scope)
    return try Inner.list(in: scope, &scopes)
  }
}

private struct InCase<Inner: Nesting>: Nesting {
  enum Screen: Sendable {
    case hidden
    case shown(Inner)
  }

  var before = 0
  var screen = Screen.hidden

  init(_ rows: [Row]) { screen = .shown(Inner(rows)) }

  private static var shown: CasePath<Screen, Inner> {
    CasePath(embed: { .shown($0) }) { if case .shown(let inner) = $0 { inner } else { nil } }
  }

  static func lift(_ reducer: Reducer<Row>) -> Reducer<Self> {
    Inner.lift(reducer).ifCase(\.screen, shown)
  }

  static func list(in store: Store<Self>, _ scopes: inout [AnyObject]) throws -> Store<List> {
    let scope = try #require(store.ifCase(\.screen, shown))
    scopes.append(scope)
    return try Inner.list(in: scope, &scopes)
  }
}

/// A value with an identity, in an optional, a case or a list.
private struct Identified<Inner: Nesting>: Nesting, Identifiable {
  var id = 0
  var inner: Inner
  /// An ID of another type than those of the rows.
  var name: String { "\(id)" }

  init(_ rows: [Row]) { inner = Inner(rows) }

  static func lift(_ reducer: Reducer<Row>) -> Reducer<Self> { Inner.lift(reducer).scope(\.inner) }

  static func list(in store: Store<Self>, _ scopes: inout [AnyObject]) throws -> Store<List> {
    let scope = store.scope(\.inner)
    scopes.append(scope)
    return try Inner.list(in: scope, &scopes)
  }
}

private struct InList<Inner: Nesting>: Nesting {
  var before = 0
  var sections: [Identified<Inner>]

  // The last section has the rows. The others are empty.
  init(_ rows: [Row]) {
    sections = [[], [], rows].map { Identified($0) }
    for index in sections.indices { sections[index].id = index }
  }

  static func lift(_ reducer: Reducer<Row>) -> Reducer<Self> {
    let section = Identified<Inner>.lift(reducer)
    return section.forEach(\.sections, id: \.name)
  }

  static func list(in store: Store<Self>, _ scopes: inout [AnyObject]) throws -> Store<List> {
    let scope = try #require(store.scope(\.sections, id: "2", by: \.name))
    scopes.append(scope)
    return try Identified.list(in: scope, &scopes)
  }
}

@Suite struct NestedRowTests {
  /// Each step inside each other one.
  private static let nestings: [any Nesting.Type] = [
    List.self, InOptional<InCase<List>>.self, InOptional<InList<List>>.self,
    InCase<InOptional<List>>.self, InCase<InList<List>>.self, InList<InOptional<List>>.self,
    InList<InCase<List>>.self, InList<InList<List>>.self,
    InOptional<Identified<InList<List>>>.self, InOptional<Identified<InCase<List>>>.self,
    InCase<Identified<List>>.self,
    InList<InOptional<Identified<List>>>.self,
  ]

  @Test(arguments: nestings.indices, [10, 1_000])
  func `Contract 28: an action of one row costs the same wherever its list lies`(
    nesting: Int, count: Int
  ) async throws {
    try await check(Self.nestings[nesting], count)
  }

  private func check<State: Nesting>(_: State.Type, _ count: Int) async throws {
    let comparisons = Counter()
    let addresses = Recorder<UInt>()
    let reducer = Reducer<Row>.updating(RowAction.self) { row, _ in
      row.counted.value += 1
      withUnsafePointer(to: &row) { addresses.record(UInt(bitPattern: $0)) }
    }
    let store = Store(
      state: State((0..<count).map { Row(id: $0, counted: Counted(comparisons)) }),
      reducer: State.lift(reducer))
    var scopes: [AnyObject] = []
    let list = try State.list(in: store, &scopes)
    let notified = Recorder<Int>()
    let disposer = Disposer()
    var table: ElementTable?
    for id in [0, 1, count / 2, count - 1] {
      let row = try #require(list.scope(\.rows, id: id))
      table = row.slice.holder.table
      row.observe { notified.record($0.id) }.dispose(on: disposer)
    }
    // The first change finds an array that the initial state shares.
    list.dispatch(RowAction(), to: \.rows, id: count / 2)
    await store.settled()
    _ = notified.takeValues()
    for _ in 0..<3 {
      comparisons.reset()
      let evaluations = store.evaluations
      let compared = try #require(table).comparisons
      list.dispatch(RowAction(), to: \.rows, id: count / 2)
      await store.settled()
      #expect(store.evaluations - evaluations == 1)
      #expect(table.map { $0.comparisons - compared } == 1)
      #expect(comparisons.value == 1)
      #expect(notified.takeValues() == [count / 2])
    }
    #expect(addresses.count == 4)
    #expect(Set(addresses.values.dropFirst()).count == 1)
    #expect(list.state.rows[count / 2].counted.value == 4)
    disposer.dispose()
    withExtendedLifetime(scopes) {}
  }
}

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
