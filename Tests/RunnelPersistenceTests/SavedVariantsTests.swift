// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

/// Sessions whose state, description or storage isn't the one of the load, and unusual types.
@Suite struct SavedVariantsTests {
  // MARK: One description

  @Test func `Contract 42: of two stores with one description of rows, the idle one saves nothing`()
    async throws
  {
    for sharesLoad in [true, false] {
      let storage = MemoryEntityStorage()
      try storage.write(
        EntityBatch(
          version: 1,
          upserts: [EntityRow(key: "1", rank: 0, payload: Data(#"{"count":0,"id":1}"#.utf8))],
          removals: []))
      let stored = StoredEntities(in: storage, of: Row.self)
      let loaded = stored.load().value
      let (first, second) = (
        makeStore(loaded), makeStore(sharesLoad ? loaded : stored.load().value)
      )
      let (saving, idle) = (first.persist(to: stored), second.persist(to: stored))
      var rows = loaded
      rows.upsert(Row(id: 2))
      first.dispatch(Replace(value: rows))
      try await saving.flush()
      for _ in 0..<3 { try await idle.flush() }
      idle.dispose()
      #expect(Array(stored.load().value.ids) == [1, 2])
      saving.dispose()
    }
  }

  @Test func `Contract 42: a path that leads elsewhere after the load isn't written`() async throws
  {
    try await withFolder { folder in
      let (one, other, link) = (
        folder.appendingPathComponent("one"), folder.appendingPathComponent("other"),
        folder.appendingPathComponent("link")
      )
      for (file, number) in [(one, 1), (other, 2)] {
        try Data(#"{"value":[\#(number)],"version":1}"#.utf8).write(to: file)
      }
      let files = FileManager.default
      try files.createSymbolicLink(at: link, withDestinationURL: one)
      let stored = StoredValue(in: .file(link), initial: [Int]())
      let store = makeStore(stored.load().value)
      try files.removeItem(at: link)
      try files.createSymbolicLink(at: link, withDestinationURL: other)
      let saving = store.persist(to: stored)
      store.dispatch(Replace(value: [1, 3]))
      let message = await Result.flushing(saving).message ?? ""
      #expect(
        message.hasSuffix(
          "has contents that were not loaded before `persist`, and is left as it is."))
      #expect(StoredValue(in: .file(other), initial: [Int]()).load().value == [2])
      await saving.discard()
    }
  }

  @Test func `Contract 42: rows of others that come between a failed save and the next one stay`()
    async throws
  {
    let storage = MemoryEntityStorage()
    let stored = StoredEntities(in: storage, of: Row.self)
    let store = makeStore(stored.load().value)
    let saving = store.persist(to: stored)
    store.dispatch(Replace<Entities<Row>>(value: [Row(id: 1)]))
    storage.writeFailure = DiskFull()
    #expect(await Result.flushing(saving).message != nil)
    storage.writeFailure = nil
    let theirs = EntityRow(key: "1", rank: 0, payload: Data(#"{"count":7,"id":1}"#.utf8))
    try storage.write(EntityBatch(version: 1, upserts: [theirs], removals: []))
    #expect(
      await Result.flushing(saving).message?.contains("changed by someone else") == true)
    #expect(storage.contents?.rows == [theirs])
    await saving.discard()
  }

  @Test
  func `Contract 42: the first save after an adoption is stored, also if it is the initial value`()
    async throws
  {
    let storage = MemoryStorage()
    func stored() -> StoredValue<Int> {
      StoredValue(
        in: storage, initial: 5, migrations: [Migration(from: 0) { (_: inout JSON) in }]
      ).adopting { 9 }
    }
    let description = stored()
    let store = makeStore(description.load().value)
    let saving = store.persist(to: description)
    #expect(store.state == 9)
    store.dispatch(Replace(value: 5))
    try await saving.flush()
    #expect(stored().load().value == 5)
    await saving.discard()
  }

  // MARK: Types

  private struct Numbered: Codable, Equatable, Sendable {
    var volume = 1
    var rate = 7
    var name = "otter"

    enum CodingKeys: Int, CodingKey { case volume, rate, name }
  }

  @Test func `Contract 42: added properties with numbers as keys have their initial values`() {
    let loaded = StoredValue(
      in: MemoryStorage(#"{"value":{"volume":3},"version":1}"#), initial: Numbered()
    ).load()
    #expect(loaded.value == Numbered(volume: 3))
    #expect(loaded.addedProperties == ["rate", "name"])
  }

  private struct Priced: Codable, Equatable, Sendable {
    var price = Decimal.nan
    var count = 1
  }

  @Test func `Contract 42: an initial value that JSON lacks keeps no other one from being saved`()
    async throws
  {
    let storage = MemoryStorage()
    let stored = StoredValue(in: storage, initial: Priced()).loaded()
    let store = makeStore(Priced())
    let saving = store.persist(to: stored)
    store.dispatch(Replace(value: Priced(price: 5)))
    try await saving.flush()
    #expect(stored.load().value == Priced(price: 5))
    storage.data = Data(#"{"value":{"price":5},"version":1}"#.utf8)
    #expect(stored.load().value == Priced(price: 5, count: 0))
    await saving.discard()
  }

  private static let inner = Locked<StoredValue<Reentrant>?>(nil)

  private struct Reentrant: Codable, Sendable {
    var number = 0

    enum CodingKeys: CodingKey { case number }

    init(number: Int) { self.number = number }

    init(from decoder: any Decoder) throws {
      number = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number)
    }

    func encode(to encoder: any Encoder) throws {
      let stored = SavedVariantsTests.inner.withLock { $0 }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(stored?.load().value.number ?? number, forKey: .number)
    }
  }

  @Test
  func `Contract 42: a value that loads its storage while it is saved doesn't wait for itself`()
    async throws
  {
    let stored = StoredValue(
      in: MemoryStorage(#"{"value":{"number":1},"version":1}"#), initial: Reentrant(number: 0))
    let store = makeStore(stored.load().value)
    let saving = store.persist(to: stored)
    SavedVariantsTests.inner.withLock { $0 = stored }
    store.dispatch(Replace(value: Reentrant(number: 3)))
    try await saving.flush()
    SavedVariantsTests.inner.withLock { $0 = nil }
    #expect(stored.load().value.number == 1)
    await saving.discard()
  }

  // MARK: Rows

  private struct Text: Codable, Identifiable, Equatable, Sendable {
    var id: Int
    var text = ""
  }

  private struct Failure: Error {}

  @Test func `Contract 42: a row that can't be migrated waits for a version that can`() async throws
  {
    let storage = MemoryEntityStorage(
      EntityRows(
        version: 1,
        rows: (1...3).map {
          EntityRow(
            key: "\($0)", rank: Int64($0), payload: Data(#"{"id":\#($0),"old":"\#($0)"}"#.utf8))
        }))
    func session(_ version: Int, failing: Int?) async throws -> ([Text], Int) {
      let stored = StoredEntities(
        in: storage, of: Text.self, version: version,
        migrations: [
          Migration(from: 1) { (row: inout JSON) in
            if row["id"] == failing.map(JSON.integer) { throw Failure() }
            row["text"] = row["old"]
          },
          Migration(from: 2) { (_: inout JSON) in },
        ])
      let loaded = stored.load()
      let store = Store(
        state: loaded.value,
        reducer: Reducer<Entities<Text>>.updating(Replace<Text>.self) { $0.upsert($1.value) },
        onError: { _ in })
      let saving = store.persist(to: stored)
      store.dispatch(Replace(value: Text(id: 10 + version, text: "new")))
      try await saving.flush()
      await saving.discard()
      return (Array(loaded.value), loaded.damagedRows.count)
    }
    let old = [Text(id: 1, text: "1"), Text(id: 2, text: "2"), Text(id: 3, text: "3")]
    for _ in 0..<2 {
      let (rows, damaged) = try await session(2, failing: 3)
      #expect(Array(rows.prefix(2)) == Array(old.prefix(2)) && damaged == 1)
      #expect(!rows.contains { $0.id == 3 })
    }
    #expect(try await session(3, failing: 3).1 == 1)
    let (rows, damaged) = try await session(3, failing: nil)
    #expect(Array(rows.prefix(3)) == old && damaged == 0)
    #expect(
      !(storage.contents?.rows.contains { $0.payload.starts(with: Data(#"{"runnel"#.utf8)) } ?? true)
    )
  }

  @Test @MainActor func `Contract 42: migrations of values and rows run on the thread that loads`()
    throws
  {
    let migrations = [
      Migration(from: 1) { (_: inout JSON) in MainActor.assumeIsolated {} }
    ]
    let rows = [EntityRow(key: "1", rank: 1, payload: Data(#"{"id":1,"text":"a"}"#.utf8))]
    let stored = StoredEntities(
      in: MemoryEntityStorage(EntityRows(version: 1, rows: rows)), of: Text.self, version: 2,
      migrations: migrations)
    #expect(stored.load().outcome == .migrated(from: 1))
    let value = StoredValue(
      in: MemoryStorage(#"{"value":1,"version":1}"#), initial: 0, version: 2,
      migrations: migrations)
    #expect(value.load().outcome == .migrated(from: 1))
  }

  private enum FileID: Hashable, Codable {
    case file(local: Int)
    case file(remote: Int)

    init(from decoder: any Decoder) throws {
      self = .file(local: try decoder.singleValueContainer().decode(Int.self))
    }

    /// A pattern can't tell cases with one name apart.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(self == .file(local: 1))
    }
  }

  private struct AnyID: Hashable, Codable, Sendable {
    private protocol Source: Hashable, Sendable {}
    private struct Local: Source { var number = 1 }
    private struct Remote: Source { var number = 1 }
    private let base: any Source

    init(isLocal: Bool) { base = isLocal ? Local() : Remote() }
    init(from decoder: any Decoder) throws {
      self.init(isLocal: try decoder.singleValueContainer().decode(Bool.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(base is Local)
    }

    static func == (left: AnyID, right: AnyID) -> Bool {
      (left.base is Local) == (right.base is Local)
    }
    func hash(into hasher: inout Hasher) { hasher.combine(base is Local) }
  }

  private struct Item<ID: Hashable & Codable & Sendable>: Codable, Identifiable, Sendable {
    var id: ID
  }

  @Test func `Contract 42: IDs that differ in a label are two rows, and in a hidden type an error`()
    async throws
  {
    func saved<ID>(_ ids: [ID]) async -> (Int, String?) where ID: Hashable & Codable & Sendable {
      let storage = MemoryEntityStorage()
      let stored = StoredEntities(in: storage, of: Item<ID>.self)
      let store = makeStore(stored.load().value)
      let saving = store.persist(to: stored)
      store.dispatch(Replace(value: Entities(ids.map(Item.init))))
      let message = await Result.flushing(saving).message
      await saving.discard()
      return (storage.contents?.rows.count ?? 0, message)
    }
    #expect(await saved([FileID.file(local: 1), .file(remote: 1)]) == (2, nil))
    let (count, message) = await saved([AnyID(isLocal: true), AnyID(isLocal: false)])
    #expect(count == 1 && message?.contains("it is the row of the ID AnyID") == true)
  }
}
