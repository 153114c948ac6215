// SPDX-License-Identifier: MIT

import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite struct SaveTests {
  private let storage = MemoryStorage()
  private let app = Fixture()
  private let saving: Saving

  init() {
    saving = app.store.persist(
      \.settings, to: Self.stored(in: storage), file: "App/main.swift", line: 7)
  }

  private static func stored(in storage: MemoryStorage) -> StoredValue<Settings> {
    StoredValue(in: storage, initial: Settings(), transient: \.isLoading).loaded()
  }

  private func text(_ volume: Int) -> String {
    #"{"value":{"isLoading":false,"name":"Ann","volume":\#(volume)},"version":1}"#
  }

  private func advance(_ milliseconds: Int) async {
    await app.clock.advance(by: .milliseconds(milliseconds))
  }

  @Test func `a change is saved half a second later, at the beginning a whole one`() async {
    for (count, delay) in [1_000, 500].enumerated() {
      app.set(7 + count)
      await advance(delay - 1)
      #expect(storage.writeCount == count)
      await advance(1)
      #expect(storage.text == text(7 + count))
    }
    #expect(app.clock.sleeperCount == 0)
  }

  @Test func `a burst is saved once after it, and an endless stream every ten delays`() async {
    await advance(1_000)
    for volume in 1...4 {
      app.set(volume)
      await advance(200)
    }
    #expect(storage.writeCount == 0)
    await advance(1_000)
    #expect(storage.writeCount == 1)
    #expect(storage.text == text(4))
    for volume in 1...200 {
      app.set(volume)
      await advance(100)
    }
    #expect(storage.writeCount == 5)
  }

  @Test func `nothing is written that was just loaded, or changed and changed back`() async throws {
    let storage = MemoryStorage(text(9))
    let stored = Self.stored(in: storage)
    let app = Fixture(stored.load().value)
    let saving = app.store.persist(\.settings, to: stored)
    await app.clock.advance(by: .seconds(1))
    try await saving.flush()
    #expect(storage.writeCount == 0)
    app.set(1)
    app.set(9)
    try await saving.flush()
    #expect(storage.writeCount == 0)
  }

  @Test func `flush saves every action before it, but no transient state`() async throws {
    for volume in 0...1000 { app.set(volume) }
    try await saving.flush()
    #expect(storage.text == text(1000))
    #expect(storage.writeCount == 1)
    // No timer is left.
    #expect(app.clock.sleeperCount == 0)
    app.store.edit { $0.settings.isLoading = true }
    app.store.edit { $0.other += 1 }
    try await saving.flush()
    #expect(storage.writeCount == 1)
  }

  @Test(arguments: [true, false])
  func `the end saves the last value, or nothing if it is discarded`(
    isDiscarded: Bool
  ) async throws {
    app.set(8)
    if isDiscarded { await saving.discard() } else { saving.dispose() }
    #expect(saving.isDisposed)
    app.set(9)
    try await saving.flush()
    await app.clock.advance(by: .seconds(9))
    #expect(storage.text == (isDiscarded ? nil : text(8)))
    #expect(app.store.connections.isEmpty)
    #expect(app.clock.sleeperCount == 0)
  }

  @Test func `the connection doesn't retain its store`() async throws {
    weak var released: Store<App>?
    let saving: Saving
    do {
      let app = Fixture()
      released = app.store
      saving = app.store.persist(\.settings, to: Self.stored(in: MemoryStorage()))
      try await saving.flush()
    }
    try await saving.flush()
    #expect(released == nil)
  }

  @Test func `the connection is listed with its slice`() {
    #expect(
      app.store.connections.map(\.description) == [
        #"persistence of \App.settings at App/main.swift:7"#
      ])
    #expect(saving.debugDescription == "Saving made at App/main.swift:7")
    saving.dispose()
    #expect(saving.debugDescription == "Saving made at App/main.swift:7, disposed")
  }

  @Test(arguments: [true, false])
  func `a value that disappears is saved, even without its scope`(isDisposed: Bool) async throws {
    let storage = MemoryStorage()
    await app.store.editAndWait { $0.optional = Settings(volume: 1) }
    let saving = try #require(
      app.store.ifPresent(\.optional)?.persist(to: Self.stored(in: storage)))
    app.store.edit { $0.optional = Settings(volume: 2) }
    app.store.edit { $0.optional = nil }
    if isDisposed {
      await app.store.settled()
      saving.dispose()
    }
    try await saving.flush()
    #expect(storage.text == text(2))
    app.store.edit { $0.optional = Settings(volume: 3) }
    try await saving.flush()
    #expect(storage.text == text(isDisposed ? 2 : 3))
  }

  @Test func `a script can wait for the save`() async throws {
    app.set(4)
    try await onThread { Result { try saving.waitUntilFlushed() } }.get()
    #expect(storage.text == text(4))
    storage.failure = DiskFull()
    app.set(3)
    let result = await onThread { Result { try saving.waitUntilFlushed() } }
    #expect(throws: PersistenceError.self) { try result.get() }
  }

  @Test func `Contract 36: waiting for a save on the store's queue is a fatal error`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = Store(state: 0)
      let saving = store.persist(to: StoredValue(in: MemoryStorage(), initial: 0).loaded())
      let token = store.observe { _ in try? saving.waitUntilFlushed() }
      await store.settled()
      token.dispose()
    }
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(error.contains("SaveTests.swift"))
    #expect(
      error.contains(
        """
        Runnel: Waiting for a save on a queue that it needs.
        Why: the store reads the state, or the save is written, on this queue: the wait would \
        never end.
        Fix: use `try await saving.flush()`, or wait on another queue.
        """))
  }
}

@Suite struct TestStoreTests {
  private let clock = ManualClock()
  private let storage = MemoryStorage()

  private func makeStore() -> (TestStore<[Int]>, Saving) {
    let store = TestStore(state: [Int](), reducer: .edits, clock: clock)
    let stored = StoredValue(in: storage, initial: [Int]()).loaded()
    return (store, store.store.persist(to: stored, file: "App/main.swift", line: 3))
  }

  @Test func `a test store saves on its clock, and finishes while a save waits`() async throws {
    let (store, saving) = makeStore()
    await store.send(Edit<[Int]> { $0.append(1) }) { $0 = [1] }
    await clock.advance(by: .seconds(1))
    #expect(storage.text == #"{"value":[1],"version":1}"#)
    await store.send(Edit<[Int]> { $0.append(2) }) { $0 = [1, 2] }
    try await saving.flush()
    #expect(storage.text == #"{"value":[1,2],"version":1}"#)
    await store.finish()
  }

  @Test func `an unhandled error fails the test`() async throws {
    storage.failure = DiskFull()
    await withKnownIssue {
      let (store, saving) = makeStore()
      await store.send(Edit<[Int]> { $0.append(1) }) { $0 = [1] }
      await clock.advance(by: .seconds(1))
      await store.finish()
      saving.dispose()
    } matching: { issue in
      issue.description.contains(
        "Unhandled error: The memory storage can't be read: the disk is full. It occurred in the "
          + "connection created at App/main.swift:3.")
    }
  }
}
