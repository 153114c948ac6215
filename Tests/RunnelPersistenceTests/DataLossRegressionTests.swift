// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

/// Faults that lost data, or never returned, before they were fixed.
@Suite
struct DataLossRegressionTests {
  private let file = MemoryStorage()
  private let rows = MemoryEntityStorage()

  private func rowStore(_ state: RowState) -> Store<RowState> {
    Store(state: state, reducer: rowReducer, onError: { _ in })
  }

  /// A storage that couldn't be read while the value was loaded was later overwritten.
  @Test func `a storage that was unreadable when it was loaded is not overwritten later`()
    async throws
  {
    try await rowStore(RowState(rows: [Row(id: 1)])).persist(
      \.rows, to: StoredEntities(in: rows).loaded()
    )
    .flush()
    file.data = Data(#"{"value":{"volume":42},"version":1}"#.utf8)
    file.failure = DiskFull()
    rows.failure = DiskFull()
    let stored = StoredValue(in: file, initial: Settings())
    let storedRows = StoredEntities(in: rows, of: Row.self)
    let app = Fixture(stored.load().value)
    let store = rowStore(RowState(rows: storedRows.load().value))
    file.failure = nil
    rows.failure = nil
    let saving = app.store.persist(\.settings, to: stored)
    let savingRows = store.persist(\.rows, to: storedRows)
    app.store.dispatch(Edit.volume(1))
    await #expect(throws: PersistenceError.self) { try await saving.flush() }
    await #expect(throws: PersistenceError.self) { try await savingRows.flush() }
    #expect(file.text?.contains("42") == true)
    #expect(rows.contents?.rows.map(\.key) == ["1"])
    // Only a connection that follows a load that succeeds replaces the contents.
    #expect(stored.load().value.volume == 42)
    await #expect(throws: PersistenceError.self) { try await saving.flush() }
    await saving.discard()
    try await app.store.persist(\.settings, to: stored).flush()
    #expect(StoredValue(in: file, initial: Settings()).load().value.volume == 1)
  }

  /// The change was made by a reducer outside of the optional, right after a save.
  @Test func `the last change before a value disappears is saved after an earlier save`()
    async throws
  {
    let store = rowStore(RowState(optional: [Row(id: 1)]))
    let saving = try #require(
      store.ifPresent(\.optional)?.persist(to: StoredEntities(in: rows).loaded()))
    try await saving.flush()
    store.dispatch(RowEdit.changeOptional { $0?.upsert(Row(id: 2)) })
    store.dispatch(RowEdit.changeOptional { $0 = nil })
    try await saving.flush()
    #expect(rows.contents?.rows.map(\.key).sorted() == ["1", "2"])
  }

  /// Without its own journal, an earlier copy counted as unchanged.
  @Test func `an earlier copy that comes back is saved, also if its state was absent`()
    async throws
  {
    let store = rowStore(RowState(optional: [Row(id: 1)]))
    let saving = try #require(
      store.ifPresent(\.optional)?.persist(to: StoredEntities(in: rows).loaded()))
    try await saving.flush()
    let earlier = store.state.optional
    store.dispatch(RowEdit.changeOptional { $0?[id: 1]?.count = 7 })
    store.dispatch(RowEdit.changeOptional { $0 = nil })
    try await saving.flush()
    store.dispatch(RowEdit.changeOptional { $0 = earlier })
    try await saving.flush()
    #expect(StoredEntities<Row>(in: rows).load().value == earlier)
  }

  /// The end of the store was never noticed after the end of the token.
  @Test func `flush returns after the end of the token and then of the store`() async throws {
    for _ in 0..<20 {
      var store: Store<App>? = Store(state: App(), reducer: appReducer)
      let saving = store?.persist(
        \.settings, to: StoredValue(in: file, initial: Settings()).loaded())
      saving?.dispose()
      await store?.settled()
      store = nil
      try await saving?.flush()
    }
  }

  // MARK: Values that JSON can't store, or hardly

  private struct Numbers: Codable, Sendable {
    var amounts: [String: [Decimal?]] = [:]
    var child: [Numbers]?
  }

  /// The encoder writes such a number as `NaN`, which no decoder reads.
  @Test
  func
    `Contract 42: a decimal that is no number is reported with its path, and nothing is written`()
    async throws
  {
    let stored = StoredValue(in: file, initial: Numbers()).loaded()
    let store = makeStore(Numbers())
    let saving = store.persist(to: stored)
    store.dispatch(Replace(value: Numbers(amounts: ["x": [3]])))
    try await saving.flush()
    let before = file.data
    let damaged = Numbers(amounts: ["x": [1, nil, .nan]])
    for (value, path) in [
      (damaged, "value.amounts.x[2]"),
      (Numbers(child: [Numbers(), damaged]), "value.child[1].amounts.x[2]"),
    ] {
      store.dispatch(Replace(value: value))
      let words = "The memory storage can't be written: \(path) is NaN, which JSON can't store."
      #expect(await Result.flushing(saving).message == words)
      #expect(file.data == before)
      // The error stays as long as the state does.
      #expect(await Result.flushing(saving).message == words)
    }
    store.dispatch(Replace(value: Numbers(amounts: ["x": [4]])))
    try await saving.flush()
    #expect(stored.load().value.amounts == ["x": [4]])
    saving.dispose()
  }

  private struct Tree: Codable, Sendable {
    var children: [Tree] = []

    init(depth: Int) {
      for _ in 0..<depth { children = [Tree(children: children)] }
    }

    private init(children: [Tree]) { self.children = children }

    var depth: Int {
      var (depth, level) = (0, self)
      while let child = level.children.first { (depth, level) = (depth + 1, child) }
      return depth
    }
  }

  @Test(arguments: [250, 260, 5000])
  func `Contract 42: a value is stored at any depth that JSON can have, and is an error beyond`(
    depth: Int
  ) async throws {
    let stored = StoredValue(in: file, initial: Tree(depth: 0)).loaded()
    let store = makeStore(Tree(depth: 0))
    let saving = store.persist(to: stored)
    store.dispatch(Replace(value: Tree(depth: depth)))
    let path = "value.children[0].children[0].children[0…ren[0].children[0].children[0].children"
    let words =
      "The memory storage can't be written: \(path) is nested deeper than the 512 levels that JSON "
      + "can have."
    let message = await Result.flushing(saving).message
    #expect(message == (depth < 254 ? nil : words))
    #expect(stored.load().value.depth == (depth < 254 ? depth : 0))
    await saving.discard()
    let rows = StoredEntities(in: MemoryEntityStorage(), of: Node.self).loaded()
    let nodes = makeStore(Entities<Node>())
    let savingRows = nodes.persist(to: rows)
    nodes.dispatch(Replace<Entities<Node>>(value: [Node(tree: Tree(depth: depth))]))
    #expect((await Result.flushing(savingRows).message == nil) == (depth < 254))
    #expect(rows.load().value.first?.tree.depth == (depth < 254 ? depth : nil))
    await savingRows.discard()
  }

  /// Apple's queues have threads with stacks of half a megabyte.
  @Test func `Contract 42: a value of any depth is loaded on a small stack`() async throws {
    let tree =
      String(repeating: #"{"children":["#, count: 250) + #"{"children":[]}"#
      + String(repeating: "]}", count: 250)
    let value = MemoryStorage(#"{"value":\#(tree),"version":1}"#)
    let rows = MemoryEntityStorage()
    try rows.write(
      EntityBatch(
        version: 1,
        upserts: [EntityRow(key: "1", rank: 0, payload: Data(#"{"id":1,"tree":\#(tree)}"#.utf8))],
        removals: []))
    let depths: [Int?] = await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(returning: [
          StoredValue(in: value, initial: Tree(depth: 0)).load().value.depth,
          StoredEntities(in: rows, of: Node.self).load().value.first?.tree.depth,
        ])
      }
      thread.stackSize = 128 << 10
      thread.start()
    }
    #expect(depths == [250, 250])
  }

  private struct Node: Codable, Identifiable, Sendable {
    var id = 1
    var tree: Tree
  }

  private struct Values: Codable, Equatable, Sendable {
    var zero = -0.0
    var float: Float = -0.0
    var numbers: [Double] = [
      .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ]
    var integers: [Int128] = [.max, .min]
    var decimal = Decimal.greatestFiniteMagnitude
    var dates = [Date.distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0.1)]
    var text = "nan \0 NaN \u{2028} e\u{301}"
    var optional: [String: Int?] = ["a": nil, "b": 1]
  }

  @Test func `Contract 42: numbers, dates and texts are loaded as they were saved`() async throws {
    let expected = Values()
    for version in 1...2 {
      let migrations = [Migration(from: 1) { (_: inout JSON) in }]
      let empty = Values(zero: 1, float: 1, numbers: [], dates: [], text: "")
      let stored = StoredValue(
        in: file, initial: empty, version: version, migrations: migrations)
      let value = stored.load().value
      if version == 2 {
        #expect(value == expected)
        #expect([value.zero.sign, value.float.sign] == [.minus, .minus])
        #expect(Array(value.text.utf8) == Array(expected.text.utf8))
      }
      let store = makeStore(value)
      let saving = store.persist(to: stored)
      store.dispatch(Replace(value: expected))
      try await saving.flush()
      saving.dispose()
    }
  }
}
