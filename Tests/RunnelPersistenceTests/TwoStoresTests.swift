// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

/// Two stores that have loaded one storage, and save to it.
@Suite
struct TwoStoresTests {
  // MARK: Rows

  enum Contents: CaseIterable {
    case current, migrated, withOneRank, withFormerKeys, withRowOfFailedMigration

    var storage: MemoryEntityStorage {
      var rows = (1...3).map { id in
        row(
          self == .withFormerKeys ? "0\(id)" : "\(id)", rank: self == .withOneRank ? 0 : id,
          #"{"count":0,"id":\#(id)}"#)
      }
      if self == .withRowOfFailedMigration {
        rows.append(row("4", rank: 4, #"{"runnel row":{"bad":1,"id":4},"runnel version":1}"#))
      }
      return MemoryEntityStorage(EntityRows(version: self == .migrated ? 1 : 2, rows: rows))
    }
  }

  private func stored(in storage: MemoryEntityStorage) -> StoredEntities<Row> {
    StoredEntities(
      in: storage, of: Row.self, version: 2,
      migrations: [
        Migration(from: 1) { (json: inout JSON) in if json["bad"] != nil { throw DiskFull() } }
      ])
  }

  private func session(_ storage: MemoryEntityStorage) -> (Store<Entities<Row>>, Saving) {
    let stored = stored(in: storage)
    let store = makeStore(stored.load().value)
    return (store, store.persist(to: stored))
  }

  /// The counts of the stored rows, by their IDs.
  private func counts(in storage: MemoryEntityStorage) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: stored(in: storage).load().value.map { ($0.id, $0.count) })
  }

  @Test(arguments: Contents.allCases, [true, false])
  func `Contract 42: rows that another store has saved stay, whatever was loaded`(
    contents: Contents, isEnd: Bool
  ) async throws {
    let storage = contents.storage
    let (first, saving) = session(storage)
    let (second, secondSaving) = session(storage)
    second.edit {
      $0[id: 1]?.count = 9
      $0.remove(id: 3)
      $0.upsert(Row(id: 5))
    }
    try await secondSaving.flush()
    if isEnd { saving.dispose() }
    try await saving.flush()
    #expect(counts(in: storage) == [1: 9, 2: 0, 5: 0])
    if isEnd { return }
    first.edit { $0[id: 2]?.count = 7 }
    try await saving.flush()
    #expect(counts(in: storage) == [1: 9, 2: 7, 5: 0])
    withExtendedLifetime(second) {}
  }

  @Test(arguments: Contents.allCases)
  func `Contract 42: a row that both stores have changed is that of the later save`(
    contents: Contents
  ) async throws {
    let storage = contents.storage
    let (first, saving) = session(storage)
    let (second, secondSaving) = session(storage)
    first.edit { $0[id: 1]?.count = 7 }
    second.edit {
      $0[id: 1]?.count = 8
      $0[id: 2]?.count = 9
    }
    try await secondSaving.flush()
    try await saving.flush()
    #expect(counts(in: storage) == [1: 7, 2: 9, 3: 0])
  }

  @Test func `Contract 42: many removals leave the rows that another store has saved`() async throws
  {
    let rows = (1...2000).map { row("\($0)", rank: $0, #"{"count":0,"id":\#($0)}"#) }
    let storage = MemoryEntityStorage(EntityRows(version: 2, rows: rows))
    let (first, saving) = session(storage)
    let (second, secondSaving) = session(storage)
    second.edit {
      $0[id: 1]?.count = 9
      $0.upsert(Row(id: 5000))
    }
    try await secondSaving.flush()
    first.edit { $0.removeAll { $0.id > 2 } }
    try await saving.flush()
    #expect(counts(in: storage) == [1: 9, 2: 0, 5000: 0])
  }

  @Test(arguments: Contents.allCases)
  func `Contract 42: an undo leaves the rows that another store has saved`(
    contents: Contents
  ) async throws {
    let storage = contents.storage
    let (first, saving) = session(storage)
    let (second, secondSaving) = session(storage)
    try await saving.flush()
    try await secondSaving.flush()
    let earlier = first.state
    first.edit { $0[id: 2]?.count = 1 }
    try await saving.flush()
    second.edit {
      $0[id: 1]?.count = 9
      $0.upsert(Row(id: 5))
    }
    try await secondSaving.flush()
    // Another save in between doesn't make the rows of the second store its own.
    first.edit { $0[id: 3]?.count = 3 }
    try await saving.flush()
    first.edit { $0 = earlier }
    try await saving.flush()
    #expect(counts(in: storage) == [1: 9, 2: 0, 3: 0, 5: 0])
  }

  // MARK: Values

  private enum Theme: String, Codable, CaseIterable { case a, b, c, d, e, f, g, h }

  private struct Value: Codable, Equatable, Sendable {
    var count = 0
    var tags: Set<String> = []
    var names: [Theme: Int] = [:]
    var id = ""
  }

  enum Origin: CaseIterable { case set, dictionary, randomMigration, adopted }

  private func stored(_ origin: Origin, in storage: MemoryStorage) -> StoredValue<Value> {
    let stored = StoredValue(
      in: storage, initial: Value(), version: origin == .randomMigration ? 2 : 1,
      migrations: [
        Migration(from: 0) { (_: inout JSON) in },
        Migration(from: 1) { (json: inout JSON) in json["id"] = .string("\(UUID())") },
      ])
    return origin == .adopted ? stored.adopting { ["count": 0, "id": "old"] } : stored
  }

  @Test(arguments: Origin.allCases)
  func `Contract 42: a value that a store hasn't changed replaces none of another store`(
    origin: Origin
  ) async throws {
    let tags = (0..<20).map { #""tag\#($0)""# }.joined(separator: ",")
    let names = Theme.allCases.map { #""\#($0)",1"# }.joined(separator: ",")
    let storage = MemoryStorage(
      #"{"value":{"count":0,"id":"","names":[\#(names)],"tags":[\#(tags)]},"version":1}"#)
    if origin == .adopted { storage.data = nil }
    func session() -> (Store<Value>, Saving) {
      let stored = stored(origin, in: storage)
      let store = makeStore(stored.load().value)
      return (store, store.persist(to: stored))
    }
    let (first, saving) = session()
    let (second, secondSaving) = session()
    second.edit { $0.count = 1 }
    try await secondSaving.flush()
    try await saving.flush()
    #expect(stored(origin, in: storage).load().value == second.state)
    first.edit { $0.count = 2 }
    try await saving.flush()
    #expect(stored(origin, in: storage).load().value == first.state)
  }
}
