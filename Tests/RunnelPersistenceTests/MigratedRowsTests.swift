// SPDX-License-Identifier: MIT

import Runnel
import RunnelPersistence
import RunnelTestSupport
import Testing

/// Migrations that change IDs, or need the thread that loads.
@Suite struct MigratedRowsTests {
  private struct Message: Codable, Identifiable, Equatable, Sendable {
    var id: String
    var text: String
  }

  private func storage(_ ids: [String]) -> MemoryEntityStorage {
    MemoryEntityStorage(
      EntityRows(
        version: 1,
        rows: zip(ids, Int64(0)...).map { row($0, rank: $1, #"{"id":"\#($0)","text":"\#($1)"}"#) }))
  }

  private func stored(
    in storage: MemoryEntityStorage, _ newID: @escaping @Sendable (String) -> String
  ) -> StoredEntities<Message> {
    StoredEntities(
      in: storage, of: Message.self, version: 2,
      migrations: [
        Migration(from: 1) { (json: inout JSON) in
          json["id"] = json["id"]?.text.map { .string(newID($0)) }
        }
      ])
  }

  /// The loaded collection, or an equal one that doesn't come from a load.
  private func collection(_ loaded: LoadedEntities<Message>, isLoaded: Bool) -> Entities<Message> {
    isLoaded ? loaded.value : Entities(Array(loaded.value))
  }

  @Test(arguments: [true, false])
  func `Contract 42: of rows with one new ID, one is migrated, and the others stay`(
    isLoaded: Bool
  ) async throws {
    let storage = storage(["Bob@x", "BOB@x", "amy@x"])
    for _ in 0..<3 {
      let stored = stored(in: storage) { $0.lowercased() }
      let loaded = stored.load()
      #expect(loaded.value.map(\.text) == ["0", "2"])
      #expect(loaded.damagedRows.map(\.row) == ["BOB@x"])
      let saving = makeStore(collection(loaded, isLoaded: isLoaded)).persist(to: stored)
      try await saving.flush()
      #expect(storage.contents?.rows.map(\.key) == ["bob@x", "BOB@x", "amy@x"])
    }
  }

  enum Removal: CaseIterable { case none, beforeSave, afterSave }

  @Test(arguments: Removal.allCases, [true, false])
  func `Contract 42: a row that gets the ID of another one has its key`(
    removal: Removal, isLoaded: Bool
  ) async throws {
    let storage = storage(["0", "1", "2"])
    let stored = stored(in: storage) { "\((Int($0) ?? 0) + 1)" }
    let loaded = stored.load()
    #expect(loaded.value.map(\.id) == ["1", "2", "3"])
    let store = makeStore(collection(loaded, isLoaded: isLoaded))
    let saving = store.persist(to: stored)
    if removal == .beforeSave { store.edit { $0.remove(id: "1") } }
    try await saving.flush()
    if removal == .afterSave { store.edit { $0.remove(id: "1") } }
    try await saving.flush()
    let again = self.stored(in: storage) { $0 }.load()
    #expect(again.damagedRows == [])
    #expect(again.value == store.state)
    #expect(storage.contents?.rows.map(\.key) == store.state.map(\.id))
  }

  @Test func `Contract 37: a row of a newer version is reported, and stays`() async throws {
    let text = #"{"runnel row":{"id":"1","text":""},"runnel version":99}"#
    let storage = MemoryEntityStorage(EntityRows(version: 2, rows: [row("1", text)]))
    let stored = stored(in: storage) { $0 }
    let words = "Row 1 of The memory storage has version 99, and this app supports version 2."
    let loaded = stored.load()
    #expect(loaded.damagedRows.map(\.description) == [words])
    let store = makeStore(loaded.value)
    store.edit { $0.upsert(Message(id: "2", text: "")) }
    try await store.persist(to: stored).flush()
    #expect(storage.contents?.rows.map(\.key).sorted() == ["1", "2"])
  }

  @Test func `Contract 42: rows that a migration gives random IDs are migrated once`() async throws
  {
    let storage = MemoryEntityStorage(rows: [
      row("1", rank: 1, #"{"count":1}"#), row("2", rank: 2, #"{"count":2}"#),
    ])
    func session() -> Session<Entities<Row>> {
      Session(
        StoredEntities(
          in: storage, of: Row.self, version: 2,
          migrations: [
            Migration(from: 1) { (json: inout JSON) in
              json["id"] = .integer(.random(in: 3...(1 << 60)))
            }
          ]))
    }
    let (first, second) = (session(), session())
    try await first.saving.flush()
    try await second.saving.flush()
    try await second.save { $0 = Entities(Array($0)) }
    #expect(storage.contents?.rows.count == 2)
    #expect(session().store.state == first.store.state)
  }

  private let migrations = [
    Migration(from: 1) { (_: inout JSON) in MainActor.assumeIsolated {} },
    Migration(from: 2) { (old: Node) in
      MainActor.assumeIsolated {}
      return old
    },
  ]

  @Test(arguments: [1, 40]) @MainActor
  func `Contract 42: migrations run once, on the thread that loads, at any depth`(
    depth: Int
  ) async throws {
    let value = MemoryStorage(#"{"value":\#(Node.json(1, depth: depth)),"version":1}"#)
    func describe() -> StoredValue<Node> {
      StoredValue(
        in: value, initial: Node(id: 0, tree: Tree(depth: 0)), version: 3, migrations: migrations)
    }
    let (one, two) = (describe(), describe())
    let (first, second) = (makeStore(one.load().value), makeStore(two.load().value))
    #expect(first.state.id == 1 && first.state.tree.depth == depth)
    let (saving, secondSaving) = (first.persist(to: one), second.persist(to: two))
    second.edit { $0.id = 2 }
    try await secondSaving.flush()
    try await saving.flush()
    #expect(describe().load().value.id == 2)

    let rows = MemoryEntityStorage(
      EntityRows(
        version: 1, rows: (1...3).map { row("\($0)", rank: Int64($0), Node.json($0, depth: depth)) }
      ))
    let stored = StoredEntities(in: rows, of: Node.self, version: 3, migrations: migrations)
    let store = makeStore(stored.load().value)
    let savingRows = store.persist(to: stored)
    store.edit { $0.remove(id: 1) }
    try await savingRows.flush()
    #expect(rows.contents?.rows.map(\.key) == ["2", "3"])
    #expect(stored.load().value.map(\.tree.depth) == [depth, depth])
  }
}
