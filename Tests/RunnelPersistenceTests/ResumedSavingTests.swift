// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import Testing

@testable import Runnel
@testable import RunnelPersistence

@Suite struct ResumedSavingTests {
  private let storage = MemoryEntityStorage(rows: [
    row("1", rank: 1, #"{"count":0,"id":1}"#), row("2", rank: 2, #"{"count":0,"id":2}"#),
  ])

  private var counts: [Int: Int] {
    Dictionary(uniqueKeysWithValues: rows(in: storage).map { ($0.id, $0.count) })
  }

  @Test(arguments: [true, false])
  func `Contract 42: a value and rows that are as they were loaded are saved again`(
    waits: Bool
  ) async throws {
    /// Saves a change, and the loaded value again.
    func save<Value>(
      _ session: Session<Value>, _ change: @escaping @Sendable (inout Value) -> Void,
      again persist: (Store<Value>) -> Saving
    ) async throws {
      let loaded = session.store.state
      await session.store.editAndWait(change)
      session.saving.dispose()
      if waits { try await session.saving.flush() }
      await session.store.editAndWait { $0 = loaded }
      try await persist(session.store).flush()
    }
    for _ in 0..<ModelSeeds.rounds(50) {
      let stored = StoredValue(in: MemoryStorage(), initial: 0)
      try await save(Session(stored), { $0 = 1 }, again: { $0.persist(to: stored) })
      #expect(stored.load().value == 0)
      let entities = StoredEntities(in: MemoryEntityStorage(), of: Row.self)
      try await save(
        Session(entities), { $0.upsert(Row(id: 1)) }, again: { $0.persist(to: entities) })
      #expect(entities.load().value.isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `Contract 42: rows that are as they were saved are saved again over a save that waits`(
    isSavedEarly: Bool
  ) {
    let (stored, store) = (StoredEntities(in: storage, of: Row.self), Recorder<String>())
    var entities = stored.load().value
    let first = EntityTarget(stored, of: store, replacingContents: false)
    entities[id: 1]?.count = 1
    let captured = first.capture(amending: &entities)
    let earlier = entities
    if isSavedEarly { #expect(first.save(captured, isLate: false).failure == nil) }
    entities[id: 1]?.count = 2
    let last = first.capture(amending: &entities)
    if !isSavedEarly { #expect(first.save(captured, isLate: false).failure == nil) }
    let second = EntityTarget(stored, of: store, replacingContents: false)
    entities = earlier
    let again = second.capture(amending: &entities)
    #expect(first.save(last, isLate: false).failure == nil)
    #expect(second.save(again, isLate: false).failure == nil)
    #expect(counts == [1: 1, 2: 0])
  }

  @Test(arguments: [true, false])
  func `Contract 42: an earlier copy replaces no rows that only others have loaded`(
    isForeign: Bool
  ) async throws {
    let stored = StoredEntities(in: storage, of: Row.self)
    let session = Session(stored)
    let loaded = session.store.state
    try await session.save { $0.upsert(Row(id: 3)) }
    let others = EntityBatch(
      version: 1, upserts: [row("9", rank: 9, #"{"count":0,"id":9}"#)], removals: [])
    if isForeign { try storage.write(others) }
    let other = Session(stored)
    if !isForeign { try await other.save { $0.upsert(Row(id: 9)) } }
    _ = stored.load()
    await session.saving.discard()
    session.edit { $0 = loaded }
    let saving = session.store.persist(to: stored)
    #expect(await saving.failure() != nil)
    #expect(counts == [1: 0, 2: 0, 3: 0, 9: 0])
    let newest = stored.load().value
    await saving.discard()
    session.edit { $0 = newest }
    let last = session.store.persist(to: stored)
    session.edit { $0.remove(id: 9) }
    try await last.flush()
    #expect(counts == [1: 0, 2: 0, 3: 0])
  }

  @Test(arguments: 0...3)
  func `Contract 42: an edit is written after sessions without one`(sessionCount: Int) async throws
  {
    let stored = StoredEntities(in: storage, of: Row.self)
    let (one, other) = (Session(stored), Session(StoredEntities(in: storage, of: Row.self)))
    try await one.save { $0.upsert(Row(id: 3)) }
    var saving = one.saving
    for _ in 0..<sessionCount {
      saving.dispose()
      try await saving.flush()
      saving = one.store.persist(to: stored)
    }
    one.edit { $0.upsert(Row(id: 1, count: 13)) }
    try await other.save { $0.upsert(Row(id: 1, count: 14)) }
    try await saving.flush()
    #expect(counts == [1: 13, 2: 0, 3: 0])
  }

  @Test(arguments: [false, true])
  func `Contract 42: what another description has loaded replaces no newer rows`(
    isForeign: Bool
  ) async throws {
    // Nobody uses the storage until it is loaded again.
    let store = makeStore(StoredEntities(in: storage, of: Row.self).load().value)
    if isForeign {
      let new = row("3", rank: 9, #"{"count":0,"id":3}"#)
      try storage.write(EntityBatch(version: 1, upserts: [new], removals: []))
    } else {
      try await Session(storage).save { $0.upsert(Row(id: 3)) }
    }
    let saving = store.persist(to: StoredEntities(in: storage, of: Row.self).loaded())
    store.edit { $0.upsert(Row(id: 4)) }
    #expect(await saving.failure() != nil)
    #expect(counts == [1: 0, 2: 0, 3: 0])
  }

  @Test func `rows are saved after many loads, and to a second table, if nobody has changed them`()
    async throws
  {
    let stored = StoredEntities(in: storage, of: Row.self)
    let store = makeStore(stored.load().value)
    for _ in 0..<20 { _ = stored.load() }
    let second = MemoryEntityStorage(rows: [row("1", rank: 1, #"{"count":0,"id":1}"#)])
    let savings = [
      store.persist(to: StoredEntities(in: second, of: Row.self).loaded()),
      store.persist(to: stored),
    ]
    store.edit { $0.upsert(Row(id: 3)) }
    for saving in savings { try await saving.flush() }
    #expect(counts == [1: 0, 2: 0, 3: 0])
    #expect(rows(in: second) == rows(in: storage))
  }

  @Test func `Contract 42: rows are as in the last copy, whichever description saved before`() {
    let store = Counter()
    let stored = (1...2).map { _ in StoredEntities(in: storage, of: Row.self) }
    var entities = stored[0].load().value
    let earlier = stored[1].load().value
    let targets = stored.map { EntityTarget($0, of: store, replacingContents: false) }
    entities.upsert(Row(id: 3))
    let captured = targets[0].capture(amending: &entities)
    entities = earlier
    let again = targets[1].capture(amending: &entities)
    #expect(targets[0].save(captured, isLate: false).failure == nil)
    #expect(targets[1].save(again, isLate: false).failure == nil)
    #expect(counts == [1: 0, 2: 0])
  }

  @Test func `Contract 42: a value saved before replaces no newer one when saving begins again`()
    async throws
  {
    let storage = MemoryStorage()
    let session = Session(storage)
    let stored = StoredValue(in: storage, initial: [Int]()).loaded()
    try await session.save { $0 = [1] }
    session.saving.dispose()
    try await session.saving.flush()
    let saving = session.store.persist(to: stored)
    try await Session(storage).save { $0 = [2] }
    try await saving.flush()
    #expect(numbers(in: storage) == [2])
  }

  @Test func `Contract 42: an edit back to what was loaded is no silent success`() async throws {
    let storage = MemoryStorage()
    let stored = StoredValue(in: storage, initial: [Int]())
    let session = Session(stored)
    try await session.save { $0 = [1] }
    session.saving.dispose()
    try await session.saving.flush()
    storage.data = Data(#"{"value":[9],"version":1}"#.utf8)
    session.edit { $0 = [] }
    #expect(await session.store.persist(to: stored).failure() != nil)
    #expect(numbers(in: storage) == [9])
  }

  @Test func `Contract 42: an initial value that was never loaded replaces no newer one`()
    async throws
  {
    let storage = MemoryStorage()
    let store = makeStore([Int]())
    let saving = store.persist(to: StoredValue(in: storage, initial: []))
    try await saving.flush()
    try await Session(storage).save { $0 = [2] }
    saving.dispose()
    try await saving.flush()
    #expect(numbers(in: storage) == [2])
  }
}

extension EntityTarget {
  /// Captures what the store's queue would.
  func capture(amending entities: inout Entities<Element>) -> Captured {
    amendment?(&entities)
    return capture(entities)
  }
}
