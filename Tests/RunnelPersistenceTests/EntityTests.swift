// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel
@testable import RunnelPersistence

@Suite struct EntityTests {
  private let storage = MemoryEntityStorage()
  private let clock = ManualClock()
  private let failures = Recorder<String>()

  private func makeRows(_ state: RowState) -> Store<RowState> {
    Store(
      state: state, reducer: rowReducer, clock: clock,
      onError: { [failures] in failures.record("\($0.error)") })
  }

  /// A store whose rows are stored, and their connection.
  private func makeSession(_ rows: Entities<Row>) async throws -> (Store<RowState>, Saving) {
    let store = makeRows(RowState(rows: rows))
    let saving = store.persist(\.rows, to: stored)
    try await saving.flush()
    return (store, saving)
  }

  private var stored: StoredEntities<Row> {
    StoredEntities(in: storage, of: Row.self).loaded()
  }

  private var saved: [Row] { rows(in: storage) }

  @Test func `changing one of 10,000 rows encodes and writes one, and copies none`() async throws {
    let base = 1_000_000
    let (_, filling) = try await makeSession(Entities((0..<10_000).map { Row(id: base + $0) }))
    #expect(storage.batches.map(\.upserts.count) == [10_000])
    filling.dispose()

    let stored = stored
    let store = makeRows(RowState(rows: stored.load().value))
    let reads = storage.readCount
    let saving = store.persist(\.rows, to: stored)
    try await saving.flush()
    // Loaded rows are neither read nor compared again.
    #expect(storage.readCount == reads)
    #expect(storage.batches.count == 1)
    let places = Recorder<Int>()
    let record = Edit<RowState> { state in
      places.record(state.rows.elements.withUnsafeBytes { Int(bitPattern: $0.baseAddress) })
    }
    let encodings = Row.encodings.withLock { $0[base + 500] ?? 0 }
    store.dispatch(record)
    for _ in 0..<3 {
      for _ in 0..<1000 { store.tap(base + 500) }
      await clock.advance(by: .seconds(1))
      store.dispatch(record)
    }
    await store.settled()
    #expect(Set(places.values).count == 1)
    #expect(storage.batches.dropFirst().map(\.upserts.count) == [1, 1, 1])
    #expect(Row.encodings.withLock { $0[base + 500] } == encodings + 3)
    #expect(storage.batches.last?.upserts.map(\.key) == ["\(base + 500)"])
    // Inserting and moving rows writes these rows alone.
    let edits: [@Sendable (inout Entities<Row>) -> Void] = [
      { $0.insert(Row(id: 1), at: 0) }, { $0.insert(Row(id: 2), at: 5_000) },
      { $0.move(fromOffsets: [7], toOffset: 9_000) }, { $0.upsert(Row(id: 3)) },
      { $0.remove(id: base + 9) },
    ]
    for edit in edits {
      store.edit { edit(&$0.rows) }
      try await saving.flush()
    }
    #expect(storage.batches.suffix(5).map(\.upserts.count) == [1, 1, 1, 1, 0])
    #expect(storage.batches.last?.removals == ["\(base + 9)"])
    #expect(saved == Array(store.state.rows))
  }

  @Test(arguments: [true, false])
  func `of two elements with one ID, one is saved, and the other when that changes or goes`(
    isRemoved: Bool
  ) async throws {
    let (store, saving) = try await makeSession([Row(id: 1, count: 1), Row(id: 2), Row(id: 3)])
    store.edit { ($0.rows[0].id, $0.rows[2].count) = (2, 7) }
    #expect(await saving.failure()?.contains("2") == true)
    #expect(saved == [Row(id: 2), Row(id: 3, count: 7)])
    #expect(failures.values.count == 1)
    store.edit {
      if isRemoved { $0.rows.removeAll { $0.id == 2 && $0.count == 0 } } else { $0.rows[1].id = 4 }
    }
    try await saving.flush()
    let (other, changed) = (Row(id: 2, count: 1), Row(id: 4))
    #expect(saved == (isRemoved ? [other] : [other, changed]) + [Row(id: 3, count: 7)])
  }

  @Test func `an observer isn't notified of a save`() async throws {
    let (store, saving) = try await makeSession([Row(id: 1)])
    let values = store.scope(\.rows).recordValues()
    for _ in 0..<3 {
      store.tap(1)
      for _ in 0..<2 { try await saving.flush() }
    }
    await store.settled()
    #expect(values.count == 4)
    #expect(storage.batches.count == 4)
  }

  @Test func `a collection in an optional is saved, and stays when it is absent`() async throws {
    let store = makeRows(RowState(optional: [Row(id: 1), Row(id: 2)]))
    let saving = try #require(store.ifPresent(\.optional)?.persist(to: stored))
    try await saving.flush()
    store.tap(2)
    try await saving.flush()
    #expect(storage.batches.map(\.upserts.count) == [2, 1])
    store.tap(2)
    store.edit { $0.optional = nil }
    try await saving.flush()
    #expect(saved == [Row(id: 1), Row(id: 2, count: 2)])
    store.edit { $0.optional = [Row(id: 4)] }
    try await saving.flush()
    #expect(saved == [Row(id: 4)])
    // The last change is by a reducer outside of the optional, right after a save.
    let earlier = store.state.optional
    store.edit { $0.optional?.upsert(Row(id: 5)) }
    store.edit { $0.optional = nil }
    try await saving.flush()
    #expect(saved == [Row(id: 4), Row(id: 5)])
    // Without its own journal, an earlier copy that came back counted as unchanged.
    store.edit { $0.optional = earlier }
    try await saving.flush()
    #expect(saved == [Row(id: 4)])
  }

  @Test func `a collection that disappears before its first save is saved`() async throws {
    let store = makeRows(RowState(optional: [Row(id: 1), Row(id: 2)]))
    let saving = try #require(store.ifPresent(\.optional)?.persist(to: stored))
    store.tap(2)
    store.edit { $0.optional = nil }
    // Without the value, the journal can't be replaced. The first version then saved forever.
    for _ in 0..<2 {
      try await saving.flush()
      #expect(saved == [Row(id: 1), Row(id: 2, count: 1)])
      saving.dispose()
    }
  }

  @Test func `damaged rows are reported, skipped and kept`() async throws {
    let storage = MemoryEntityStorage(rows: [
      row("1", rank: 1, #"{"id":1,"count":1}"#), row("2", rank: 2, "{"), row("3", rank: 3, ""),
      row("4", rank: 4, #"{"id":6,"count":1}"#), row("6", rank: 6, #"{"id":6,"count":1}"#),
    ])
    let words = [
      "Row 2 of The memory storage is damaged: it isn't valid JSON.",
      "Row 3 of The memory storage is damaged: it is empty.",
      "Row 4 of The memory storage is damaged: another row has the same ID.",
    ]
    for isLoading in [true, false] {
      let stored = StoredEntities(in: storage, of: Row.self)
      let loaded = isLoading ? stored.load() : StoredEntities(in: storage, of: Row.self).load()
      #expect(loaded.value.ids == [1, 6])
      #expect(loaded.damagedRows.map(\.description) == words)
      let store = makeRows(RowState(rows: loaded.value))
      let saving = store.persist(\.rows, to: stored, replacingContents: !isLoading)
      store.tap(6)
      try await saving.flush()
      #expect(failures.values == (isLoading ? words : words + words))
      #expect(storage.contents?.rows.map(\.key) == ["1", "2", "3", "4", "6"])
    }
  }

  @Test func `older rows are migrated and written once`() async throws {
    let storage = MemoryEntityStorage(rows: [row("1", #"{"id":1,"n":4}"#)])
    let stored = StoredEntities(
      in: storage, of: Row.self, version: 2,
      migrations: [
        Migration(from: 1) { (json: inout JSON) in
          json["count"] = json["n"]
          json["n"] = nil
        }
      ])
    let loaded = stored.load()
    #expect(loaded.outcome == .migrated(from: 1))
    #expect(loaded.value == [Row(id: 1, count: 4)])
    let session = Session(stored)
    for _ in 0..<2 { try await session.saving.flush() }
    #expect(storage.batches.map(\.version) == [2])
    #expect(storage.contents?.rows == [row("1", #"{"count":4,"id":1}"#)])
  }

  @Test(arguments: [
    (3, "The memory storage has version 3, and this app supports version 2."),
    (1, "The memory storage has version 1, and there is no migration from that version."),
  ])
  func `rows without a migration stay as they are`(version: Int, words: String) async throws {
    let contents = EntityRows(version: version, rows: [row("1", "{}")])
    let storage = MemoryEntityStorage(contents)
    let stored = StoredEntities(in: storage, of: Row.self, version: 2)
    #expect(stored.load().outcome.description == "failed: \(words)")
    #expect(await Session(stored).failure { $0.upsert(Row(id: 7)) } == words)
    #expect(storage.contents == contents)
  }

  @Test func `Contract 42: a row that can't be migrated waits for a version that can`() async throws
  {
    struct Text: Codable, Identifiable, Equatable, Sendable {
      var id: Int
      var text = ""
    }
    let storage = MemoryEntityStorage(
      rows: (1...3).map { row("\($0)", rank: $0, #"{"id":\#($0),"old":"\#($0)"}"#) })
    func session(_ version: Int, isFailing: Bool) async throws -> ([Text], damagedCount: Int) {
      let stored = StoredEntities(
        in: storage, of: Text.self, version: version,
        migrations: [
          Migration(from: 1) { (row: inout JSON) in
            if isFailing, row["id"] == 3 { throw DiskFull() }
            row["text"] = row["old"]
          },
          Migration(from: 2) { (_: inout JSON) in },
        ])
      let loaded = stored.load()
      try await Session(stored).save { $0.upsert(Text(id: 10 + version, text: "new")) }
      return (loaded.value.filter { $0.id < 10 }, loaded.damagedRows.count)
    }
    let old = (1...3).map { Text(id: $0, text: "\($0)") }
    for version in [2, 2, 3] {
      #expect(try await session(version, isFailing: true) == (Array(old.prefix(2)), 1))
    }
    #expect(try await session(3, isFailing: false) == (old, 0))
    let payloads = try #require(storage.contents?.rows.map(\.payload))
    #expect(!payloads.contains { $0.starts(with: Data(#"{"runnel"#.utf8)) })
  }
}
