// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel
@testable import RunnelPersistence

@Suite struct UnsavedRowsTests {
  private typealias Change = EntityChange<Row>
  private typealias Changes = EntitySnapshot<Row>.Changes

  private let contents = EntityRows(
    version: 1,
    rows: (1...3).map { id in row("\(id)", rank: id << 32, #"{"count":0,"id":\#(id)}"#) })

  private func stored(key: (@Sendable (Int) -> String)? = nil) -> StoredEntities<Row> {
    StoredEntities(in: MemoryEntityStorage(), of: Row.self, key: key)
  }

  @Test func `a row that has moved is written without a read`() throws {
    let stored = stored()
    var rows = UnsavedRows(stored, try EntityRowReader(stored, version: 1).read(contents.rows).rows)
    var moved = Changes(changes: [2: Change(Row(id: 2), .move)])
    moved.placed = [RankTable.Run(ids: [2], previous: 3)]
    rows.add(.changes(moved))
    _ = try rows.plan(leaving: [:]) {
      Issue.record("It was read.")
      return nil
    }
  }

  /// A table, and a connection that replaces its rows.
  private func makeTarget() -> (MemoryEntityStorage, EntityTarget<Row>) {
    let storage = MemoryEntityStorage(contents)
    let stored = StoredEntities(in: storage, of: Row.self)
    return (storage, EntityTarget(stored, of: Counter(), replacingContents: true))
  }

  @Test func `Contract 42: a collection that couldn't be compared is kept, and not read again`() {
    let (storage, target) = makeTarget()
    storage.failure = DiskFull()
    let captured = target.capture([Row(id: 1, count: 4)])
    #expect(target.save(captured, isLate: false).failure != nil)
    // Otherwise, the end of a store repeats a last save that has failed.
    #expect(!target.needsSnapshot)
    storage.failure = nil
    #expect(target.save(nil, isLate: false).failure == nil)
    #expect(rows(in: storage) == [Row(id: 1, count: 4)])
  }

  @Test func `Contract 42: a collection is captured again as long as it waits for a comparison`() {
    let (storage, target) = makeTarget()
    var entities: Entities<Row> = []
    #expect(target.save(target.capture(amending: &entities), isLate: false).failure == nil)
    entities = [Row(id: 1)]
    let captures = [1, 2].map { count in
      entities[id: 1]?.count = count
      return target.capture(amending: &entities)
    }
    storage.failure = DiskFull()
    #expect(target.save(captures[0], isLate: false).failure != nil)
    storage.failure = nil
    #expect(!target.save(captures[1], isLate: false).isIncomplete)
    #expect(rows(in: storage) == [Row(id: 1, count: 2)])
  }

  @Test func `Contract 42: changes that can't be placed are saved with the whole collection`() {
    let (storage, target) = makeTarget()
    #expect(target.save(target.capture([Row(id: 1), Row(id: 2)]), isLate: false).failure == nil)
    var new = Changes(changes: [2: Change(Row(id: 2, count: 7), .edit)])
    new.placed = [RankTable.Run(ids: [2], previous: 9)]
    let captured = EntityTarget<Row>.Captured(snapshot: .changes(new), next: 0, load: nil)
    #expect(target.save(captured, isLate: false).isIncomplete)
    #expect(target.needsSnapshot)
    let whole = target.capture([Row(id: 1), Row(id: 2, count: 7)])
    #expect(!target.save(whole, isLate: false).isIncomplete)
    #expect(!target.needsSnapshot)
    #expect(rows(in: storage) == [Row(id: 1), Row(id: 2, count: 7)])
  }

  @Test func `each row that can't be saved is reported, and a damaged one once`() throws {
    var known = StoredEntities<Row>.Loaded()
    known.damagedRows = [PersistenceError(.damaged("it is empty"), in: MemoryStorage(), row: "9")]
    var rows = UnsavedRows(stored { _ in "1" }, known)
    let new = (1...3).map { ($0, Change(Row(id: $0), .edit)) }
    rows.add(
      .changes(
        Changes(
          changes: Dictionary(uniqueKeysWithValues: new), placed: [RankTable.Run(ids: [1, 2, 3])])))
    _ = try rows.plan(leaving: [:]) { nil }
    #expect(rows.takeNotices().map(\.row) == ["9", "1", "1"])
    #expect(rows.takeNotices().map(\.row) == ["1", "1"])
  }

  @Test(arguments: [true, false])
  func `Contract 42: a row whose migration has failed is written once`(isWhole: Bool) throws {
    var known = StoredEntities<Row>.Loaded()
    known.oldRows = [row("9", rank: 9 << 32, #"{"count":9,"id":9}"#)]
    var rows = UnsavedRows(stored(), known)
    // Somebody else has migrated the rows.
    if isWhole { rows.add(.all([Row(id: 1, count: 1)], edited: [])) }
    for _ in 0..<2 {
      let plan = try #require(try rows.plan(leaving: [:]) { contents })
      rows.endSave(plan)
      if isWhole { #expect(!plan.batch.upserts.contains { $0.key == "9" }) }
    }
    let batch = try rows.plan(leaving: [:]) { contents }?.batch
    #expect(batch?.upserts == [] && batch?.removals == [])
  }

  @Test func `Contract 42: rows that were never loaded stay, also if they could not be read`()
    async throws
  {
    let table = Table(contents)
    let store = makeStore([Row(id: 9)] as Entities<Row>)
    table.isUnreadable.withLock { $0 = true }
    let saving = store.persist(to: StoredEntities(in: table, of: Row.self))
    #expect(await saving.failure() != nil)
    table.isUnreadable.withLock { $0 = false }
    for _ in 0..<2 { #expect(await saving.failure()?.contains("were not loaded") == true) }
    #expect(rows(in: table).map(\.id) == [1, 2, 3])
  }

  @Test(arguments: [true, false])
  func `Contract 42: a row of another store gets the place that a store has moved it to`(
    isSorted: Bool
  ) async throws {
    let storage = MemoryEntityStorage(contents)
    let (first, second) = (Session(storage), Session(storage))
    try await second.save { rows in
      rows[id: 1]?.count = 9
      rows.remove(id: 3)
    }
    try await first.save { if isSorted { $0.sort { $0.id > $1.id } } else { $0.reverse() } }
    #expect(rows(in: storage) == [Row(id: 2), Row(id: 1, count: 9)])
  }

  @Test func `the rows of others are forgotten with the store that has loaded them`() async throws {
    let storage = MemoryEntityStorage(contents)
    let stored = StoredEntities(in: storage, of: Row.self)
    let rows = StoredEntities(in: storage, of: Row.self)
    let queue = DispatchQueue(label: "other")
    var other: Store? = Store(
      state: rows.load().value, reducer: .edits, queue: queue, clock: ManualClock())
    var otherSaving = other?.persist(to: rows)
    let session = Session(stored)
    let access = stored.source.access(to: storage.identity)
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
