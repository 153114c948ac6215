// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct FailureTests {
  private let storage = MemoryStorage()
  private let app = Fixture()
  private let diskFull = "The memory storage can't be written: the disk is full."

  private var stored: StoredValue<Settings> {
    StoredValue(in: storage, initial: Settings()).loaded()
  }

  private func set(_ volume: Int) async {
    app.set(volume)
    await app.clock.advance(by: .seconds(1))
  }

  @Test func `a failed write is reported once and repeated with the next change`() async throws {
    let saving = app.store.persist(\.settings, to: stored)
    try await saving.flush()
    storage.writeFailure = DiskFull()
    for volume in 1...3 { await set(volume) }
    #expect(app.failures.values == [diskFull])
    #expect(await saving.failure() == diskFull)
    #expect(app.failures.values == [diskFull])
    storage.writeFailure = nil
    app.store.edit { $0.other += 1 }
    try await saving.flush()
    #expect(storage.text?.contains(#""volume":3"#) == true)
    storage.writeFailure = DiskFull()
    await set(4)
    #expect(app.failures.values == [diskFull, diskFull])
    await saving.discard()
  }

  @Test func `Contract 42: a failed save is repeated after 1, 2, 4, … 60 seconds`() async throws {
    let (clock, attempts) = (app.clock, Counter())
    let counting = WatchedStorage(storage) { _, _ in attempts.increment() }
    let saving = app.store.persist(
      \.settings, to: StoredValue(in: counting, initial: Settings()).loaded())
    await clock.advance(by: .seconds(1))
    storage.writeFailure = DiskFull()
    app.set(1)
    await clock.advance(by: .milliseconds(500))
    for (index, seconds) in [1, 2, 4, 8, 16, 32, 60, 60].enumerated() {
      await clock.advance(by: .seconds(seconds) - .milliseconds(1))
      #expect(attempts.value == index + 1)
      await clock.advance(by: .milliseconds(1))
      #expect(attempts.value == index + 2)
    }
    storage.writeFailure = nil
    await clock.advance(by: .seconds(60))
    #expect(stored.load().value.volume == 1)
    #expect(clock.sleeperCount == 0)
    // Once it has succeeded, the next failure begins with a second again.
    storage.writeFailure = DiskFull()
    app.set(2)
    await clock.advance(by: .milliseconds(500))
    storage.writeFailure = nil
    await clock.advance(by: .seconds(1))
    #expect(stored.load().value.volume == 2)
    storage.writeFailure = DiskFull()
    app.set(3)
    await clock.advance(by: .milliseconds(500))
    saving.dispose()
    _ = await saving.failure()
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: [
    ("{", "The memory storage is damaged: it isn't valid JSON."),
    (
      #"{"value":{},"version":2}"#,
      "The memory storage has version 2, and this app supports version 1."
    ),
  ])
  func `contents that can't be loaded are kept`(text: String, words: String) async throws {
    storage.data = Data(text.utf8)
    let saving = app.store.persist(\.settings, to: stored)
    for volume in 1...2 { await set(volume) }
    #expect(await saving.failure() == words)
    #expect(app.failures.values == [words])
    #expect(storage.text == text)
    storage.failure = DiskFull()
    #expect(await saving.failure() == "The memory storage can't be read: the disk is full.")
    // Another program has repaired it.
    (storage.failure, storage.data) = (nil, nil)
    try await saving.flush()
    #expect(storage.text?.contains(#""volume":2"#) == true)
  }

  @Test func `replaced contents go to the backup first, but not over another one`() async throws {
    storage.data = Data("{".utf8)
    let backup = MemoryStorage()
    backup.failure = DiskFull()
    let saving = app.store.persist(\.settings, to: stored.replacingUnreadable(backup: backup))
    app.set(1)
    #expect(await saving.failure()?.hasSuffix("the disk is full.") == true)
    #expect(storage.text == "{")
    (backup.failure, backup.data) = (nil, Data("earlier".utf8))
    #expect(
      await saving.failure() == "The memory storage can't be written: it has an earlier backup.")
    #expect(storage.text == "{" && backup.text == "earlier")
    backup.data = nil
    try await saving.flush()
    #expect(backup.text == "{")
    #expect(storage.text?.contains(#""volume":1"#) == true)
    #expect(app.failures.values.last == "The memory storage is damaged: it isn't valid JSON.")
  }

  @Test(arguments: [
    ("App/unreadable.swift", "can't be read: the disk is full.", ""),
    (
      "App/damaged.swift", "is damaged: it isn't valid JSON.",
      ", or replace such contents with `replacingUnreadable(backup:)`"
    ),
  ])
  func `without onError an error is a runtime warning, with the way to replace damaged contents`(
    file: StaticString, words: String, fix: String
  ) async {
    let warnings = WarningRecorder(containing: "\(file):9")
    let store = Store(state: Settings(), reducer: .edits)
    storage.data = Data("{".utf8)
    if fix.isEmpty { storage.failure = DiskFull() }
    let saving = store.persist(to: stored, file: file, line: 9)
    store.edit { $0.volume = 1 }
    _ = await saving.failure()
    #expect(
      warnings.descriptions == [
        """
        \(file):9: Runnel: Unhandled persistence error: The memory storage \(words)
        Why: the state is not saved, or not as a whole. The storage is left as it is.
        Fix: handle the error with `store.onError { … }`\(fix). This warning is reported once per \
        error.
        """
      ])
    saving.dispose()
  }

  /// Once the rows had been found unreadable, `flush` said that they were saved.
  @Test func `what kept the rows of an ended store from being saved is thrown`() async {
    let storage = MemoryEntityStorage()
    var (store, saving) = Session(storage).parts
    store?.edit { $0.upsert(Row(id: 1)) }
    storage.failure = DiskFull()
    store = nil
    for _ in 0..<2 {
      #expect(await saving?.failure() == "The memory storage can't be read: the disk is full.")
    }
  }

  @Test func `a value that JSON can't store is reported as long as the state has it`() async {
    struct Odd: Codable, Sendable {
      func encode(to encoder: any Encoder) throws { throw DiskFull() }
      init(from decoder: any Decoder) throws {}
      init() {}
    }
    let session = Session(StoredValue(in: storage, initial: Odd()))
    for _ in 0..<2 { #expect(await session.saving.failure() == diskFull) }
  }

  // MARK: Transactions

  enum Fault: CaseIterable { case write, end, droppedWrite }

  /// What a storage has, and a transaction that can fail in a write or at its end.
  ///
  /// `droppedWrite`: it undoes a failed write, and says nothing.
  private final class Transactions<Contents: Sendable>: Sendable {
    private let committed: Locked<Contents>
    private let pending = Locked<Contents?>(nil)
    private let fault = Locked<Fault?>(nil)

    init(_ contents: Contents) { committed = Locked(contents) }

    var contents: Contents { pending.withLock { $0 } ?? committed.withLock { $0 } }

    func fail(_ fault: Fault?) { self.fault.withLock { $0 = fault } }

    private func check(_ faults: Fault...) throws {
      if let fault = fault.withLock({ $0 }), faults.contains(fault) { throw DiskFull() }
    }

    /// Writes, also if it fails then: a batch has several statements.
    func write(_ contents: Contents) throws {
      pending.withLock { pending in
        #expect(pending != nil, "a write needs a transaction")
        pending = contents
      }
      try check(.write, .droppedWrite)
    }

    func exclusively(_ body: () throws -> Void) throws {
      let before = committed.withLock { $0 }
      pending.withLock { $0 = before }
      defer { pending.withLock { $0 = nil } }
      do { try body() } catch {
        if fault.withLock({ $0 }) == .droppedWrite { return }
        throw error
      }
      try check(.end)
      let after = contents
      committed.withLock { $0 = after }
    }
  }

  private struct Cell: ValueStorage {
    let transactions = Transactions<Data?>(nil)

    func read() -> Data? { transactions.contents }
    func write(_ data: Data) throws { try transactions.write(data) }
    func exclusively(_ body: () throws -> Void) throws { try transactions.exclusively(body) }
  }

  private struct Table: EntityStorage {
    let transactions = Transactions<EntityRows?>(nil)

    func changeMark() -> Int? { transactions.contents.map { $0.rows.map(\.payload).hashValue } }
    func read() -> EntityRows? { transactions.contents }
    func write(_ batch: EntityBatch) throws {
      let table = MemoryEntityStorage(transactions.contents)
      try table.write(batch)
      try transactions.write(table.contents)
    }
    func exclusively(_ body: () throws -> Void) throws { try transactions.exclusively(body) }
  }

  @Test func `A storage that runs no transaction fails the save`() async {
    struct Idle: ValueStorage {
      func read() -> Data? { nil }
      func write(_ data: Data) {}
      func exclusively(_ body: () throws -> Void) {}
    }
    let failure = await Session(Idle()).failure { $0.append(1) }
    #expect(failure?.hasSuffix("`exclusively` hasn't called its closure.") == true)
  }

  @Test(arguments: [0, 9, 1_000])
  func `Contract 42: what a failed save has left behind is replaced`(length: Int) async throws {
    let torn = WatchedStorage { memory, data in
      if memory.writeFailure != nil { memory.data = data.prefix(length) }
    }
    let stored = StoredValue(in: torn, initial: 0)
    let store = makeStore(stored.load().value)
    let saving = store.persist(to: stored)
    for value in 1...2 {
      torn.memory.writeFailure = DiskFull()
      store.edit { $0 = value }
      #expect(await saving.failure() != nil)
      torn.memory.writeFailure = nil
      try await saving.flush()
      #expect(stored.load().value == value)
    }
  }

  @Test(arguments: Fault.allCases)
  func `Contract 42: a save is one transaction, repeated if it fails`(fault: Fault) async throws {
    let (cell, table) = (Cell(), Table())
    let (session, rowSession) = (Session(cell), Session(table))
    for number in 1...3 {
      for isFull in [true, false] {
        cell.transactions.fail(isFull ? fault : nil)
        table.transactions.fail(isFull ? fault : nil)
        if isFull {
          session.edit { $0.append(number) }
          rowSession.edit { $0.upsert(Row(id: number)) }
        }
        for saving in [session.saving, rowSession.saving] {
          #expect(await saving.failure()?.hasSuffix(" the disk is full.") == (isFull ? true : nil))
        }
        let count = number - (isFull ? 1 : 0)
        #expect(numbers(in: cell).count == count)
        #expect(rows(in: table).count == count)
      }
    }
  }
}
