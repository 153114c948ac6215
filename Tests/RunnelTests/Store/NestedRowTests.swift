// SPDX-License-Identifier: MIT

import RunnelTestSupport
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
