// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

private struct Row: Equatable, Sendable, Identifiable {
  let id: Int
  var counted: Counted
}

private struct RowAction: ElementAction {
  let elementID: Int
}

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

/// A value with an identity.
private struct Box<Inner: Nesting>: Sendable, Identifiable {
  let id: Int
  var before = 0
  var inner: Inner
}

/// A value with an identity in a case.
private struct InIdentifiedCase<Inner: Nesting>: Nesting {
  enum Screen: Sendable {
    case hidden
    case shown(Box<Inner>)
  }

  var before = 0
  var screen = Screen.hidden

  init(_ rows: [Row]) { screen = .shown(Box(id: 1, inner: Inner(rows))) }

  private static var shown: CasePath<Screen, Box<Inner>> {
    CasePath(embed: { .shown($0) }) { if case .shown(let box) = $0 { box } else { nil } }
  }

  static func lift(_ reducer: Reducer<Row>) -> Reducer<Self> {
    Inner.lift(reducer).scope(\Box<Inner>.inner).ifCase(\.screen, shown)
  }

  static func list(in store: Store<Self>, _ scopes: inout [AnyObject]) throws -> Store<List> {
    let box = try #require(store.ifCase(\.screen, shown))
    let scope = box.scope(\.inner)
    scopes += [box, scope]
    return try Inner.list(in: scope, &scopes)
  }
}

/// A value with an identity in an optional.
private struct InIdentifiedOptional<Inner: Nesting>: Nesting {
  var before = 0
  var box: Box<Inner>?

  init(_ rows: [Row]) { box = Box(id: 1, inner: Inner(rows)) }

  static func lift(_ reducer: Reducer<Row>) -> Reducer<Self> {
    Inner.lift(reducer).scope(\Box<Inner>.inner).ifPresent(\.box)
  }

  static func list(in store: Store<Self>, _ scopes: inout [AnyObject]) throws -> Store<List> {
    let box = try #require(store.ifPresent(\.box))
    let scope = box.scope(\.inner)
    scopes += [box, scope]
    return try Inner.list(in: scope, &scopes)
  }
}

private struct InList<Inner: Nesting>: Nesting {
  struct Section: Sendable, Identifiable {
    let id: String
    var inner: Inner
  }

  var before = 0
  var sections: [Section] = []

  // The last section has the rows. The others are empty.
  init(_ rows: [Row]) {
    sections = ["a", "b", "c"].map { Section(id: $0, inner: Inner($0 == "c" ? rows : [])) }
  }

  static func lift(_ reducer: Reducer<Row>) -> Reducer<Self> {
    Inner.lift(reducer).scope(\Section.inner).forEach(\.sections)
  }

  static func list(in store: Store<Self>, _ scopes: inout [AnyObject]) throws -> Store<List> {
    let section = try #require(store.scope(\.sections, id: "c"))
    let scope = section.scope(\.inner)
    scopes += [section, scope]
    return try Inner.list(in: scope, &scopes)
  }
}

@Suite struct NestedRowTests {
  private static let nestings: [(name: String, type: any Nesting.Type)] = [
    ("list", List.self),
    ("optional→list", InOptional<List>.self),
    ("case→list", InCase<List>.self),
    ("list→list", InList<List>.self),
    ("optional→case→list", InOptional<InCase<List>>.self),
    ("optional→list→list", InOptional<InList<List>>.self),
    ("case→optional→list", InCase<InOptional<List>>.self),
    ("case→list→list", InCase<InList<List>>.self),
    ("list→optional→list", InList<InOptional<List>>.self),
    ("list→case→list", InList<InCase<List>>.self),
    ("list→list→list", InList<InList<List>>.self),
    ("identified case→list", InIdentifiedCase<List>.self),
    ("identified optional→list", InIdentifiedOptional<List>.self),
    ("identified optional→list→list", InIdentifiedOptional<InList<List>>.self),
    ("identified optional→identified case→list", InIdentifiedOptional<InIdentifiedCase<List>>.self),
    ("list→identified optional→list", InList<InIdentifiedOptional<List>>.self),
  ]

  @Test(arguments: nestings.map(\.name), [10, 1_000])
  func `Contract 28: an action of one row costs the same wherever its list lies`(
    name: String, count: Int
  ) async throws {
    let type = try #require(Self.nestings.first { $0.name == name }?.type)
    try await check(type, count)
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
    var table: (any ElementTable)?
    for id in [0, 1, count / 2, count - 1] {
      let row = try #require(list.scope(\.rows, id: id))
      table = row.slice.holder.table
      row.observe { notified.record($0.id) }.dispose(on: disposer)
    }
    // The first change finds an array that the initial state shares.
    store.dispatch(RowAction(elementID: count / 2))
    await store.settled()
    _ = notified.takeValues()
    for _ in 0..<3 {
      comparisons.reset()
      let evaluations = store.evaluations
      let compared = try #require(table).comparisons
      store.dispatch(RowAction(elementID: count / 2))
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
