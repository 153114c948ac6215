// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel
@testable import RunnelPersistence

/// Saves that begin again, and saves of two stores that have one storage.
@Suite
struct ResumedSavingTests {
  private let storage = MemoryEntityStorage(
    EntityRows(
      version: 1,
      rows: [row("1", rank: 1, #"{"count":0,"id":1}"#), row("2", rank: 2, #"{"count":0,"id":2}"#)]))

  /// The counts of the stored rows, by their IDs.
  private var counts: [Int: Int] {
    Dictionary(uniqueKeysWithValues: rows(in: storage).map { ($0.id, $0.count) })
  }

  // MARK: One store

  @Test(arguments: [true, false])
  func `Contract 42: a value that is as it was loaded is saved again`(waits: Bool) async throws {
    for _ in 0..<ModelSeeds.rounds(50) {
      let storage = MemoryStorage()
      let stored = StoredValue(in: storage, initial: 0)
      let store = makeStore(stored.load().value)
      var saving = store.persist(to: stored)
      await store.editAndWait { $0 = 1 }
      saving.dispose()
      if waits { try await saving.flush() }
      await store.editAndWait { $0 = 0 }
      saving = store.persist(to: stored)
      try await saving.flush()
      #expect(stored.load().value == 0)
    }
  }

  @Test(arguments: [true, false])
  func `Contract 42: rows that are as they were loaded are saved again`(waits: Bool) async throws {
    for _ in 0..<ModelSeeds.rounds(50) {
      let storage = MemoryEntityStorage()
      let stored = StoredEntities(in: storage, of: Row.self)
      let loaded = stored.load().value
      let store = makeStore(loaded)
      var saving = store.persist(to: stored)
      await store.editAndWait { $0.upsert(Row(id: 1)) }
      saving.dispose()
      if waits { try await saving.flush() }
      await store.editAndWait { $0 = loaded }
      saving = store.persist(to: stored)
      try await saving.flush()
      #expect(rows(in: storage).isEmpty)
    }
  }

  @Test func `Contract 42: saving that begins again keeps the rows of another store`() async throws
  {
    let stored = StoredEntities(in: storage, of: Row.self)
    let store = makeStore(stored.load().value)
    var saving = store.persist(to: stored)
    let other = RowSession(storage)
    other.change { $0.upsert(Row(id: 3)) }
    try await other.saving.flush()
    store.edit { $0.upsert(Row(id: 4)) }
    try await saving.flush()
    saving.dispose()
    try await saving.flush()
    saving = store.persist(to: stored)
    try await saving.flush()
    #expect(counts == [1: 0, 2: 0, 3: 0, 4: 0])
    store.edit {
      $0.remove(id: 1)
      $0.swapAt(0, 1)
    }
    try await saving.flush()
    #expect(counts == [2: 0, 3: 0, 4: 0])
  }

  // MARK: Two stores

  @Test(arguments: [true, false], [true, false])
  func `Contract 42: two stores with one description keep each other's rows`(
    sharesLoad: Bool, isReordered: Bool
  ) async throws {
    let stored = StoredEntities(in: storage, of: Row.self)
    let loaded = stored.load().value
    let stores = [makeStore(loaded), makeStore(sharesLoad ? loaded : stored.load().value)]
    let savings = stores.map { $0.persist(to: stored) }
    stores[1].edit { $0.upsert(Row(id: 3)) }
    try await savings[1].flush()
    stores[0].edit {
      $0.upsert(Row(id: 1, count: 9))
      if isReordered { $0.swapAt(0, 1) }
    }
    try await savings[0].flush()
    #expect(counts == [1: 9, 2: 0, 3: 0])
    stores[0].edit { $0.remove(id: 2) }
    try await savings[0].flush()
    #expect(counts == [1: 9, 3: 0])
  }

  @Test func `Contract 42: a save that could not read keeps the rows of another store`()
    async throws
  {
    let (first, second) = (RowSession(storage), RowSession(storage))
    storage.failure = DiskFull()
    for count in 1...3 {
      first.change { $0.upsert(Row(id: 1, count: count)) }
      #expect(await first.saving.failure() != nil)
    }
    storage.failure = nil
    second.change { $0.upsert(Row(id: 7)) }
    try await second.saving.flush()
    try await first.saving.flush()
    #expect(counts == [1: 3, 2: 0, 7: 0])
  }

  @Test(arguments: [true, false])
  func `Contract 42: a save that failed replaces no newer row when it is repeated`(
    isLast: Bool
  ) async throws {
    let (first, second) = (RowSession(storage), RowSession(storage))
    storage.writeFailure = DiskFull()
    first.change {
      $0.upsert(Row(id: 1, count: 1))
      $0.upsert(Row(id: 3))
    }
    #expect(await first.saving.failure() != nil)
    storage.writeFailure = nil
    second.change { $0.upsert(Row(id: 1, count: 2)) }
    try await second.saving.flush()
    if isLast { first.saving.dispose() }
    // The last save has reported the error.
    #expect(await first.saving.failure() != nil || isLast)
    #expect(counts == [1: 2, 2: 0, 3: 0])
    if isLast { return }
    first.change { $0.upsert(Row(id: 1, count: 3)) }
    try await first.saving.flush()
    #expect(counts == [1: 3, 2: 0, 3: 0])
  }

  @Test(arguments: [true, false])
  func `Contract 42: a save that failed replaces no newer value when it is repeated`(
    isLast: Bool
  ) async throws {
    let storage = MemoryStorage()
    let described = (StoredValue(in: storage, initial: 0), StoredValue(in: storage, initial: 0))
    let (first, second) = (makeStore(described.0.load().value), makeStore(described.1.load().value))
    let savings = (first.persist(to: described.0), second.persist(to: described.1))
    storage.writeFailure = DiskFull()
    first.edit { $0 = 1 }
    #expect(await savings.0.failure() != nil)
    storage.writeFailure = nil
    second.edit { $0 = 2 }
    try await savings.1.flush()
    if isLast { savings.0.dispose() }
    #expect(await savings.0.failure() != nil)
    #expect(described.1.load().value == 2)
    if isLast { return }
    first.edit { $0 = 3 }
    try await savings.0.flush()
    #expect(described.1.load().value == 3)
  }
}
