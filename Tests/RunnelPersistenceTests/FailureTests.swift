// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite
struct FailureTests {
  let storage = MemoryStorage()

  private var stored: StoredValue<Settings> {
    StoredValue(in: storage, initial: Settings()).loaded()
  }

  @Test func `a failed write is reported once and repeated with the next change`() async throws {
    let app = Fixture()
    let saving = app.store.persist(\.settings, to: stored)
    try await saving.flush()
    storage.writeFailure = DiskFull()
    for volume in 1...3 {
      app.store.dispatch(Edit.volume(volume))
      await app.clock.advance(by: .seconds(1))
    }
    let words = "The memory storage can't be written: the disk is full."
    #expect(app.failures.messages == [words])
    #expect(await Result.flushing(saving).message == words)
    #expect(app.failures.messages == [words])
    storage.writeFailure = nil
    app.store.dispatch(Edit.other)
    try await saving.flush()
    #expect(storage.text?.contains(#""volume":3"#) == true)
    storage.writeFailure = DiskFull()
    app.store.dispatch(Edit.volume(4))
    await app.clock.advance(by: .seconds(1))
    #expect(app.failures.messages == [words, words])
    saving.dispose()
  }

  @Test(arguments: [
    ("{", "The memory storage is damaged: it isn't valid JSON."),
    (
      #"{"value":{},"version":2}"#,
      "The memory storage has version 2, and this app supports version 1."
    ),
    (
      #"{"value":{},"version":0}"#,
      "The memory storage has version 0, and there is no migration from that version."
    ),
  ])
  func `contents that can't be loaded are never overwritten`(text: String, words: String)
    async throws
  {
    storage.data = Data(text.utf8)
    let app = Fixture()
    let saving = app.store.persist(\.settings, to: stored)
    app.store.dispatch(Edit.volume(1))
    await app.clock.advance(by: .seconds(1))
    app.store.dispatch(Edit.volume(2))
    await app.clock.advance(by: .seconds(1))
    #expect(await Result.flushing(saving).message == words)
    #expect(app.failures.messages == [words])
    #expect(storage.text == text)
    storage.failure = DiskFull()
    #expect(
      await Result.flushing(saving).message == "The memory storage can't be read: the disk is full."
    )
    // Another program has repaired it.
    (storage.failure, storage.data) = (nil, nil)
    try await saving.flush()
    #expect(storage.text?.contains(#""volume":2"#) == true)
    saving.dispose()
  }

  @Test func `replaced contents are written to the backup first, but not over an earlier one`()
    async throws
  {
    storage.data = Data("{".utf8)
    let backup = MemoryStorage()
    backup.failure = DiskFull()
    let app = Fixture()
    let saving = app.store.persist(\.settings, to: stored.replacingUnreadable(backup: backup))
    app.store.dispatch(Edit.volume(1))
    #expect(await Result.flushing(saving).message?.hasSuffix("the disk is full.") == true)
    #expect(storage.text == "{")
    backup.failure = nil
    backup.data = Data("earlier".utf8)
    #expect(
      await Result.flushing(saving).message
        == "The memory storage can't be written: it has an earlier backup.")
    #expect(storage.text == "{" && backup.text == "earlier")
    backup.data = nil
    try await saving.flush()
    #expect(backup.text == "{")
    #expect(storage.text?.contains(#""volume":1"#) == true)
    #expect(
      app.failures.messages.last == "The memory storage is damaged: it isn't valid JSON.")
    saving.dispose()
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
  ) async throws {
    let warnings = WarningRecorder(containing: "\(file):9")
    let store = Store(state: App(), reducer: appReducer)
    storage.data = Data("{".utf8)
    if fix.isEmpty { storage.failure = DiskFull() }
    let saving = store.persist(\.settings, to: stored, file: file, line: 9)
    store.dispatch(Edit.volume(1))
    _ = await Result.flushing(saving)
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

  @Test func `a value that JSON can't store is reported`() async throws {
    struct Odd: Codable, Sendable {
      func encode(to encoder: any Encoder) throws { throw DiskFull() }
      init(from decoder: any Decoder) throws {}
      init() {}
    }
    let store = Store(state: Odd()) { _, _ in }
    let errors = store.onError { _ in }
    let saving = store.persist(to: StoredValue(in: storage, initial: Odd()).loaded())
    // Also again, as long as the state is the same.
    for _ in 0..<2 {
      #expect(
        await Result.flushing(saving).message
          == "The memory storage can't be written: the disk is full.")
    }
    saving.dispose()
    errors.dispose()
  }
}
