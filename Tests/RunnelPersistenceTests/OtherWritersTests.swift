// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

/// A storage that others write, too, and one that wasn't loaded.
@Suite struct OtherWritersTests {
  private let storage = MemoryStorage()
  private let rowStorage = MemoryEntityStorage()
  private let changed =
    "The memory storage was changed by someone else after it was loaded, and is left as it is."
  private let notLoaded =
    "The memory storage has contents that were not loaded before `persist`, and is left as it is."

  @Test func `Contract 42: contents that someone else has changed are an error`() async throws {
    let session = Session(storage)
    let saving = session.saving
    try await session.save { $0.append(1) }
    let mine = storage.data
    for text in [#"{"value":[7],"version":1}"#, #"{"value":[7],"version":2}"#, "{"] {
      storage.data = Data(text.utf8)
      session.edit { $0.append(2) }
      // Without a change of the state, too.
      for _ in 0..<2 { #expect(await saving.failure() == changed) }
      #expect(storage.text == text)
      // A load elsewhere doesn't change what this store was made from.
      _ = numbers(in: storage)
      #expect(await saving.failure() == changed)
    }
    storage.data = mine
    #expect(await saving.failure() == changed)
    await saving.discard()
    try await Session(storage).save { $0.append(3) }
    #expect(numbers(in: storage) == [1, 3])
  }

  @Test func `Contract 42: what someone else has removed is written again`() async throws {
    let session = Session(StoredValue(in: storage, initial: [1]))
    try await session.save { $0.append(2) }
    storage.data = nil
    try await session.saving.flush()
    try await session.save { $0.append(3) }
    #expect(numbers(in: storage) == [1, 2, 3])
  }

  @Test func `Contract 42: an older version of a process replaces no newer one`() async throws {
    let old = Session(storage)
    try await Session(StoredValue(in: storage, initial: [Int](), version: 2)).save { $0.append(2) }
    #expect(
      await old.failure { $0.append(1) }
        == "The memory storage has version 2, and this app supports version 1.")
    #expect(storage.text == #"{"value":[2],"version":2}"#)
  }

  @Test func `Contract 42: rows that someone else has changed are replaced if that is asked for`()
    async throws
  {
    let stored = StoredEntities(in: rowStorage, of: Row.self)
    try await Session(stored).save { $0.upsert(Row(id: 1)) }
    let store = makeStore(stored.load().value)
    let theirs = [row("1", #"{"count":7,"id":1}"#), row("2", rank: 9, #"{"count":7,"id":2}"#)]
    try rowStorage.write(EntityBatch(version: 1, upserts: theirs, removals: []))
    let saving = store.persist(to: stored, replacingContents: true)
    try await saving.flush()
    #expect(rows(in: rowStorage) == [Row(id: 1)])
    store.edit { $0.upsert(Row(id: 3)) }
    try await saving.flush()
    #expect(rows(in: rowStorage) == [Row(id: 1), Row(id: 3)])
  }

  @Test func `Contract 42: a row that was left to another store is no error of a later save`()
    async throws
  {
    try await Session(rowStorage).save { $0 = [Row(id: 1), Row(id: 2)] }
    let (one, other) = (Session(rowStorage), Session(rowStorage))
    try await other.save { $0.upsert(Row(id: 2, count: 1)) }
    rowStorage.writeFailure = DiskFull()
    #expect(await one.failure { $0 = [Row(id: 1, count: 5), Row(id: 2)] } != nil)
    rowStorage.writeFailure = nil
    try await other.save { $0.upsert(Row(id: 2, count: 2)) }
    #expect(await one.saving.failure() == nil)
    #expect(rows(in: rowStorage) == [Row(id: 1, count: 5), Row(id: 2, count: 2)])
  }

  @Test func `Contract 42: a row whose save was given up is removed`() async throws {
    // With equal ranks all rows are read before a save.
    let rank = [row("1", #"{"count":0,"id":1}"#), row("2", #"{"count":0,"id":2}"#)]
    let table = Table(EntityRows(version: 1, rows: rank))
    let (one, other) = (Session(table), Session(table))
    table.isUnreadable.withLock { $0 = true }
    #expect(await one.failure { $0.upsert(Row(id: 3)) } != nil)
    table.isUnreadable.withLock { $0 = false }
    try await other.save { $0.upsert(Row(id: 3, count: 1)) }
    #expect(await one.failure { $0.remove(id: 3) }?.contains("changed by someone else") == true)
    #expect(rows(in: table) == [Row(id: 1), Row(id: 2)])
  }

  @Test func `Contract 42: contents that were not loaded stay, and are reported`() async throws {
    let text = #"{"value":[7],"version":1}"#
    let storage = MemoryStorage(text)
    let rowStorage = MemoryEntityStorage(rows: [row("1", #"{"id":1,"count":0}"#)])
    let (clock, failures) = (ManualClock(), Recorder<String>())
    let store = Store(
      state: [1], reducer: .edits, clock: clock, onError: { failures.record("\($0.error)") })
    let rowStore = Store(
      state: Entities<Row>(), reducer: .edits, clock: clock,
      onError: { failures.record("\($0.error)") })
    let stored = StoredValue(in: storage, initial: [1])
    let storedRows = StoredEntities(in: rowStorage, of: Row.self)
    let savings = [store.persist(to: stored), rowStore.persist(to: storedRows)]
    await clock.advance(by: .zero)
    #expect(failures.values == [notLoaded, notLoaded])
    store.edit { $0.append(2) }
    rowStore.edit { $0.upsert(Row(id: 2)) }
    await clock.advance(by: .seconds(9))
    for saving in savings { #expect(await saving.failure() == notLoaded) }
    #expect(storage.text == text)
    #expect(rowStorage.contents?.rows.map(\.key) == ["1"])
    #expect(failures.values == [notLoaded, notLoaded])
    for saving in savings { await saving.discard() }
    try await store.persist(to: stored, replacingContents: true).flush()
    try await rowStore.persist(to: storedRows, replacingContents: true).flush()
    #expect(storage.text == #"{"value":[1,2],"version":1}"#)
    #expect(rowStorage.contents?.rows.map(\.key) == ["2"])
  }

  @Test func `Contract 42: what one store has loaded, another one loads again`() async throws {
    let stored = StoredValue(in: storage, initial: [Int]())
    let storedRows = StoredEntities(in: rowStorage, of: Row.self)
    let (value, collection) = (stored.load().value, storedRows.load().value)
    // The same store can go on, without another load.
    for (newNumbers, isFirst) in [([1, 2], true), ([3], false)] {
      let (store, rowStore) = (makeStore(value), makeStore(collection))
      for number in newNumbers {
        let savings = [store.persist(to: stored), rowStore.persist(to: storedRows)]
        store.edit { $0.append(number) }
        rowStore.edit { $0.upsert(Row(id: number)) }
        for saving in savings { #expect(await saving.failure() == (isFirst ? nil : notLoaded)) }
      }
    }
    #expect(numbers(in: storage) == [1, 2])
    #expect(rows(in: rowStorage).map(\.id) == [1, 2])
  }

  @Test(arguments: [true, false])
  func `Contract 42: rows of an earlier load are saved only if that is asked for`(
    isSaved: Bool
  ) async throws {
    let stored = StoredEntities(in: rowStorage, of: Row.self)
    let session = Session(stored)
    // What another store has saved is as old as what was loaded before.
    if isSaved { try await session.save { $0.upsert(Row(id: 1)) } }
    let earlier = session.store.state
    if isSaved { #expect(await makeStore(earlier).persist(to: stored).failure() == notLoaded) }
    let other = Session(stored)
    for count in 1...(isSaved ? 1 : 20) {
      try await other.save { $0.upsert(Row(id: 2, count: count)) }
    }
    _ = stored.load()
    let store = makeStore(earlier)
    let saving = store.persist(to: stored)
    #expect(await saving.failure() == notLoaded)
    store.edit { $0.upsert(Row(id: 3)) }
    #expect(await saving.failure() == notLoaded)
    #expect(rows(in: rowStorage).map(\.id) == (isSaved ? [1, 2] : [2]))
    await saving.discard()
    try await store.persist(to: stored, replacingContents: true).flush()
    #expect(rows(in: rowStorage).map(\.id) == (isSaved ? [1, 3] : [3]))
    withExtendedLifetime(session) {}
  }

  @Test func `Contract 42: what another store saves while a load fails needs another load`()
    async throws
  {
    let (storage, backup) = (MemoryStorage(#"{"value":[1],"version":1}"#), MemoryStorage())
    let otherStore = makeStore([7])
    let other = otherStore.persist(
      to: StoredValue(in: storage, initial: [Int](), version: 2), replacingContents: true)
    let migration = Migration(from: 1) { (_: inout JSON) in
      try other.waitUntilFlushed()
      throw DiskFull()
    }
    let stored = StoredValue(in: storage, initial: [Int](), version: 2, migrations: [migration])
      .replacingUnreadable(backup: backup)
    let store = makeStore(stored.load().value)
    let saving = store.persist(to: stored)
    #expect(await saving.failure() == notLoaded)
    #expect(storage.text == #"{"value":[7],"version":2}"#)
    #expect(backup.data == nil)
  }

  @Test func `where nothing is stored, nothing needs to be loaded`() async throws {
    let store = makeStore([1])
    let saving = store.persist(to: StoredValue(in: storage, initial: []))
    try await saving.flush()
    store.edit { $0.append(2) }
    try await saving.flush()
    #expect(numbers(in: storage) == [1, 2])
  }

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
    let first = Session(stored(origin, in: storage))
    let second = Session(stored(origin, in: storage))
    try await second.save { $0.count = 1 }
    try await first.saving.flush()
    #expect(stored(origin, in: storage).load().value == second.store.state)
    try await first.save { $0.count = 2 }
    #expect(stored(origin, in: storage).load().value == first.store.state)
  }
}
