// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel
@testable import RunnelPersistence

/// Which rows a store replaces, and which it leaves to another store that has saved them.
@Suite
struct RowsOfOthersTests {
  /// A storage that has three rows, and can fail where it reads them.
  private struct Table: EntityStorage {
    let memory: MemoryEntityStorage
    let isUnreadable = Locked(false)

    /// Without room between the ranks, an insertion writes the rows around it, too.
    init(hasRoom: Bool = true, isSorted: Bool = true) {
      let rows = (1...3).map { id in
        row("\(id)", rank: !isSorted ? 0 : hasRoom ? id << 40 : id, #"{"count":0,"id":\#(id)}"#)
      }
      memory = MemoryEntityStorage(rows: rows)
    }

    func changeMark() throws -> Int? { try memory.changeMark() }
    func read() throws -> EntityRows? {
      if isUnreadable.withLock({ $0 }) { throw DiskFull() }
      return try memory.read()
    }
    func write(_ batch: EntityBatch) throws { try memory.write(batch) }

    /// The counts of the stored rows, by their IDs.
    var counts: [Int: Int] {
      Dictionary(uniqueKeysWithValues: rows(in: memory).map { ($0.id, $0.count) })
    }
  }

  private func sessions(
    _ table: Table
  ) -> (first: Session<Entities<Row>>, second: Session<Entities<Row>>) {
    (Session(table), Session(table))
  }

  // MARK: Changes that are kept

  @Test func `Contract 42: what another store couldn't save keeps no row from being saved`()
    async throws
  {
    let table = Table()
    let (first, second) = sessions(table)
    try await first.saving.flush()
    let earlier = first.store.state
    try await first.save { $0[id: 1]?.count = 7 }
    table.memory.writeFailure = DiskFull()
    #expect(await second.failure { $0[id: 1]?.count = 9 } != nil)
    table.memory.writeFailure = nil
    await second.saving.discard()
    try await first.save { $0 = earlier }
    #expect(table.counts == [1: 0, 2: 0, 3: 0])
  }

  @Test(arguments: [true, false], [true, false])
  func `Contract 42: a changed row is saved, also if another store has removed it`(
    sharesLoad: Bool, isEnd: Bool
  ) async throws {
    let table = Table()
    let stored = StoredEntities(in: table, of: Row.self)
    let loaded = stored.load().value
    var (store, saving): (Store?, Saving?) = (makeStore(loaded), nil)
    saving = store?.persist(to: stored)
    let other = makeStore(sharesLoad ? loaded : stored.load().value)
    let otherSaving = other.persist(to: stored)
    other.edit { $0.remove(id: 1) }
    try await otherSaving.flush()
    store?.edit { $0[id: 1]?.count = 9 }
    if isEnd { store = nil }
    try await saving?.flush()
    #expect(table.counts == [1: 9, 2: 0, 3: 0])
  }

  @Test func `Contract 42: changes are saved after a save that could not read the rows`()
    async throws
  {
    let table = Table(isSorted: false)
    let (first, second) = sessions(table)
    try await second.save { $0[id: 1]?.count = 9 }
    table.isUnreadable.withLock { $0 = true }
    for id in 1...2 { #expect(await first.failure { $0[id: id]?.count = 7 } != nil) }
    table.isUnreadable.withLock { $0 = false }
    try await first.saving.flush()
    #expect(table.counts == [1: 7, 2: 7, 3: 0])
  }

  @Test func `Contract 42: rows that were never loaded stay, also if they could not be read`()
    async throws
  {
    let table = Table()
    let store = makeStore([Row(id: 9)] as Entities<Row>)
    table.isUnreadable.withLock { $0 = true }
    let saving = store.persist(to: StoredEntities(in: table, of: Row.self))
    #expect(await saving.failure() != nil)
    table.isUnreadable.withLock { $0 = false }
    for _ in 0..<2 { #expect(await saving.failure()?.contains("were not loaded") == true) }
    #expect(table.counts == [1: 0, 2: 0, 3: 0])
  }

  @Test(arguments: [true, false])
  func `Contract 42: a row is saved with more changes than are remembered one by one`(
    sharesLoad: Bool
  ) async throws {
    let table = Table()
    let stored = StoredEntities(in: table, of: Row.self)
    let loaded = stored.load().value
    let store = makeStore(loaded)
    let saving = store.persist(to: stored)
    let other = makeStore(sharesLoad ? loaded : stored.load().value)
    let otherSaving = other.persist(to: stored)
    other.edit { $0[id: 1]?.count = 9 }
    try await otherSaving.flush()
    store.edit { rows in
      rows[id: 1]?.count = 7
      rows.remove(id: 2)
      for id in 10...1_200 { rows.upsert(Row(id: id)) }
      rows.removeAll { $0.id >= 10 }
    }
    try await saving.flush()
    #expect(table.counts == [1: 7, 3: 0])
  }

  @Test(arguments: [true, false])
  func `Contract 42: changes that are given up are reported after any number of failures`(
    hasOthers: Bool
  ) async throws {
    let table = Table()
    let (first, second) = sessions(table)
    table.memory.failure = DiskFull()
    #expect(await first.failure { $0[id: 1]?.count = 7 } != nil)
    table.memory.failure = nil
    try await second.save { $0[id: 1]?.count = 9 }
    table.memory.failure = DiskFull()
    #expect(await first.failure { if hasOthers { $0[id: 2]?.count = 7 } } != nil)
    table.memory.failure = nil
    #expect(await first.saving.failure()?.contains("changed by someone else") == true)
    #expect(table.counts == [1: 9, 2: hasOthers ? 7 : 0, 3: 0])
    try await first.saving.flush()
  }

  // MARK: Rows of others

  @Test(arguments: 0...4)
  func `Contract 42: a row that a store has only moved is that of another store`(
    way: Int
  ) async throws {
    let table = Table()
    let (first, second) = sessions(table)
    try await second.save { rows in
      rows[id: 1]?.count = 9
      rows.remove(id: 3)
    }
    try await first.save { rows in
      switch way {
      case 0: rows.sort { $0.id > $1.id }
      case 1: rows.reverse()
      case 2: rows.move(fromOffsets: [0, 2], toOffset: 2)
      case 3: rows.swapAt(0, 2)
      default: for id in 10...30 { rows.insert(Row(id: id), at: 1) }
      }
      rows.removeAll { $0.id >= 10 }
    }
    #expect(table.counts == [1: 9, 2: 0])
    if way < 2 { #expect(rows(in: table).map(\.id) == [2, 1]) }
    // The row is the store's own when it has changed it.
    try await first.save { $0[id: 3]?.count = 3 }
    #expect(table.counts == [1: 9, 2: 0, 3: 3])
  }

  @Test(arguments: [true, false])
  func `Contract 42: a store removes a row that another store has saved first`(
    hasOwnKeys: Bool
  ) async throws {
    let table = Table()
    @Sendable func key(_ id: Int) -> String { "\(id)" }
    let first = Session(StoredEntities(in: table, of: Row.self, key: hasOwnKeys ? key : nil))
    let second = Session(StoredEntities(in: table, of: Row.self, key: hasOwnKeys ? key : nil))
    try await first.saving.flush()
    try await second.save { $0.upsert(Row(id: 4, count: 9)) }
    try await first.save { $0 = Entities($0 + [Row(id: 4)]) }
    #expect(table.counts == [1: 0, 2: 0, 3: 0, 4: 9])
    try await first.save { $0.remove(id: 4) }
    #expect(table.counts == [1: 0, 2: 0, 3: 0])
  }

  @Test func `Contract 42: a row that gets another rank stays that of another store`() async throws
  {
    let table = Table(hasRoom: false)
    let (first, second) = sessions(table)
    try await second.save { $0[id: 1]?.count = 9 }
    try await first.save { $0.insert(Row(id: 4), at: 1) }
    #expect(table.counts == [1: 9, 2: 0, 3: 0, 4: 0])
    try await first.save { $0 = Entities(Array($0)) }
    #expect(table.counts == [1: 9, 2: 0, 3: 0, 4: 0])
  }

  @Test func `Contract 42: a load by others doesn't make their rows those of a store`() async throws
  {
    let table = Table()
    let stored = StoredEntities(in: table, of: Row.self)
    let first = Session(stored)
    try await Session(table).save { $0.upsert(Row(id: 4)) }
    _ = stored.load()
    try await first.save { $0 = [Row(id: 1)] }
    #expect(table.counts == [1: 0, 4: 0])
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

  @Test func `the rows of others are forgotten with the store that has loaded them`() async throws {
    let table = Table()
    let (stored, rows) = (StoredEntities(in: table, of: Row.self), StoredEntities<Row>(in: table))
    let queue = DispatchQueue(label: "other")
    var other: Store? = Store(
      state: rows.load().value, reducer: .edits, queue: queue, clock: ManualClock())
    var otherSaving = other?.persist(to: rows)
    let session = Session(stored)
    let access = stored.source.access(to: table.identity)
    try await session.save { $0.upsert(Row(id: 4)) }
    #expect(access.contents.withLock { $0.readers.map(\.rowsOfOthers.count) }.max() == 1)
    other = nil
    try await otherSaving?.flush()
    otherSaving = nil
    // The end of the store retains it until its work returns.
    queue.sync {}
    try await session.save { $0.upsert(Row(id: 5)) }
    #expect(access.contents.withLock { $0.readers.map(\.rowsOfOthers.count) } == [0])
    withExtendedLifetime(other) {}
  }
}
