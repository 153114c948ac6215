// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import RunnelTesting
import Testing

@Suite
struct SaveTests {
  let storage = MemoryStorage()

  private func text(_ volume: Int, _ name: String = "Ann") -> String {
    #"{"value":{"isLoading":false,"name":"\#(name)","volume":\#(volume)},"version":1}"#
  }

  private var stored: StoredValue<Settings> {
    StoredValue(in: storage, initial: Settings(), transient: \.isLoading).loaded()
  }

  @Test func `a change is saved half a second later`() async {
    let app = Fixture()
    let saving = app.store.persist(\.settings, to: stored)
    await app.clock.advance(by: .seconds(1))
    #expect(storage.writeCount == 0)
    app.store.dispatch(Edit.volume(7))
    await app.clock.advance(by: .milliseconds(499))
    #expect(storage.writeCount == 0)
    await app.clock.advance(by: .milliseconds(1))
    #expect(storage.text == text(7))
    #expect(app.clock.sleeperCount == 0)
    saving.dispose()
  }

  @Test func `a change right after persist is saved a second later`() async {
    let app = Fixture()
    let saving = app.store.persist(\.settings, to: stored)
    app.store.dispatch(Edit.volume(7))
    await app.clock.advance(by: .milliseconds(999))
    #expect(storage.writeCount == 0)
    await app.clock.advance(by: .milliseconds(1))
    #expect(storage.text == text(7))
    saving.dispose()
  }

  @Test func `a burst is saved once after it`() async {
    let app = Fixture()
    let saving = app.store.persist(\.settings, to: stored)
    await app.clock.advance(by: .seconds(1))
    for volume in 1...4 {
      app.store.dispatch(Edit.volume(volume))
      await app.clock.advance(by: .milliseconds(200))
    }
    #expect(storage.writeCount == 0)
    await app.clock.advance(by: .seconds(1))
    #expect(storage.writeCount == 1)
    #expect(storage.text == text(4))
    saving.dispose()
  }

  @Test func `an endless stream of changes is saved every ten delays`() async {
    let app = Fixture()
    let saving = app.store.persist(\.settings, to: stored)
    await app.clock.advance(by: .seconds(1))
    for volume in 1...200 {
      app.store.dispatch(Edit.volume(volume))
      await app.clock.advance(by: .milliseconds(100))
    }
    #expect(storage.writeCount == 4)
    saving.dispose()
  }

  @Test func `nothing is written that was just loaded`() async throws {
    storage.data = Data(text(9).utf8)
    let stored = stored
    let app = Fixture(stored.load().value)
    let saving = app.store.persist(\.settings, to: stored)
    await app.clock.advance(by: .seconds(1))
    try await saving.flush()
    #expect(storage.writeCount == 0)
    // Changed and changed back.
    app.store.dispatch(Edit.volume(1))
    app.store.dispatch(Edit.volume(9))
    try await saving.flush()
    #expect(storage.writeCount == 0)
    saving.dispose()
  }

  @Test func `a migrated value is written in the present version`() async throws {
    storage.data = Data(#"{"value":{"name":"Ann","isLoading":false},"version":1}"#.utf8)
    let stored = StoredValue(
      in: storage, initial: Settings(), version: 2,
      migrations: [Migration(from: 1) { (json: inout JSON) in json["volume"] = 3 }])
    let app = Fixture(stored.load().value)
    let saving = app.store.persist(\.settings, to: stored)
    try await saving.flush()
    #expect(
      storage.text == #"{"value":{"isLoading":false,"name":"Ann","volume":3},"version":2}"#)
    saving.dispose()
  }

  @Test func `a change of transient or other state is not written`() async throws {
    let app = Fixture()
    let saving = app.store.persist(\.settings, to: stored)
    app.store.dispatch(Edit.volume(7))
    try await saving.flush()
    app.store.dispatch(Edit.loading(true))
    app.store.dispatch(Edit.other)
    try await saving.flush()
    #expect(storage.writeCount == 1)
    #expect(storage.text == text(7))
    saving.dispose()
  }

  @Test func `flush saves every action dispatched before it`() async throws {
    let app = Fixture()
    let saving = app.store.persist(\.settings, to: stored)
    for volume in 0...1000 { app.store.dispatch(Edit.volume(volume)) }
    try await saving.flush()
    #expect(storage.text == text(1000))
    #expect(storage.writeCount == 1)
    // No timer is left.
    #expect(app.clock.sleeperCount == 0)
    saving.dispose()
  }

  @Test func `disposing saves the last value and ends the connection`() async throws {
    let app = Fixture()
    let saving = app.store.persist(\.settings, to: stored)
    app.store.dispatch(Edit.volume(8))
    saving.dispose()
    #expect(saving.isDisposed)
    app.store.dispatch(Edit.volume(9))
    try await saving.flush()
    await app.clock.advance(by: .seconds(9))
    #expect(storage.text == text(8))
    #expect(app.store.connections.isEmpty)
    #expect(app.clock.sleeperCount == 0)
  }

  @Test func `releasing the token saves the last value`() async {
    let app = Fixture()
    var saving: Saving? = app.store.persist(\.settings, to: stored)
    app.store.dispatch(Edit.volume(8))
    withExtendedLifetime(saving) {}
    saving = nil
    await app.clock.advance(by: .seconds(1))
    #expect(storage.text == text(8))
  }

  @Test func `the connection doesn't retain its store`() async throws {
    weak var released: Store<App>?
    let saving: Saving
    do {
      let app = Fixture()
      released = app.store
      saving = app.store.persist(\.settings, to: stored)
      try await saving.flush()
    }
    try await saving.flush()
    #expect(released == nil)
  }

  @Test func `discarding writes nothing more`() async throws {
    let app = Fixture()
    let saving = app.store.persist(\.settings, to: stored)
    app.store.dispatch(Edit.volume(8))
    await saving.discard()
    app.store.dispatch(Edit.volume(9))
    try await saving.flush()
    await app.clock.advance(by: .seconds(9))
    #expect(storage.writeCount == 0)
    #expect(saving.isDisposed)
    #expect(app.store.connections.isEmpty)
  }

  @Test func `the connection is listed with its slice`() async {
    let app = Fixture()
    let saving = app.store.persist(\.settings, to: stored, file: "App/main.swift", line: 7)
    #expect(
      app.store.connections.map(\.description) == [
        #"persistence of \App.settings at App/main.swift:7"#
      ])
    #expect(saving.debugDescription == "Saving made at App/main.swift:7")
    saving.dispose()
    #expect(saving.debugDescription == "Saving made at App/main.swift:7, disposed")
  }

  @Test func `a scope of optional state keeps the last value stored`() async throws {
    let app = Fixture()
    app.store.dispatch(Edit.optional(Settings(volume: 1)))
    await app.store.settled()
    let scope = try #require(app.store.ifPresent(\.optional))
    let saving = scope.persist(to: stored)
    app.store.dispatch(Edit.optional(Settings(volume: 2)))
    app.store.dispatch(Edit.optional(nil))
    try await saving.flush()
    #expect(storage.text == text(2))
    app.store.dispatch(Edit.optional(Settings(volume: 3)))
    try await saving.flush()
    #expect(storage.text == text(3))
    saving.dispose()
  }

  @Test func `a value that disappears before it was saved is saved, even without its scope`()
    async throws
  {
    let app = Fixture()
    app.store.dispatch(Edit.optional(Settings(volume: 1)))
    await app.store.settled()
    let saving = try #require(app.store.ifPresent(\.optional)?.persist(to: stored))
    app.store.dispatch(Edit.optional(Settings(volume: 2)))
    app.store.dispatch(Edit.optional(nil))
    await app.store.settled()
    saving.dispose()
    try await saving.flush()
    #expect(storage.text == text(2))
  }

  @Test func `a script can wait for the save`() async throws {
    let app = Fixture()
    let saving = app.store.persist(\.settings, to: stored)
    app.store.dispatch(Edit.volume(4))
    try await onThread { Result { try saving.waitUntilFlushed() } }.get()
    #expect(storage.text == text(4))
    storage.failure = DiskFull()
    app.store.dispatch(Edit.volume(3))
    let result = await onThread { Result { try saving.waitUntilFlushed() } }
    #expect(throws: PersistenceError.self) { try result.get() }
    saving.dispose()
  }
}
