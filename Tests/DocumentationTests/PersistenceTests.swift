// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTesting
import Testing

/// The examples of the article on persistence, and of the documentation comments of the module.
@Suite struct PersistenceTests {
  struct SettingsV1: Codable, Sendable { var loudness = 0.3 }

  struct SettingsV2: Codable, Sendable {
    var volume: Int
    var isDark = true

    init(_ old: SettingsV1) { volume = Int(old.loudness * 10) }
  }

  struct Settings: Codable, Equatable, Sendable {
    var volume = 5
    var theme = "light"
    var isLoading = false
    var error: String?
  }

  struct AppState: Codable, Equatable, Sendable { var settings = Settings() }

  enum SettingsAction: Action { case volumeChanged(Int) }

  struct Message: Codable, Equatable, Identifiable, Sendable { var id = 0 }

  struct Inbox: Equatable, Sendable { var messages: Entities<Message> = [] }

  struct Received: Action { var message: Message }

  private let appReducer = Reducer<AppState>.updating(SettingsAction.self) { state, action in
    if case .volumeChanged(let volume) = action { state.settings.volume = volume }
  }

  private let inboxReducer = Reducer<Inbox>.updating(Received.self) { state, action in
    state.messages.upsert(action.message)
  }

  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).json")

  @Test func `The example of a value works`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let stored = StoredValue(in: .file(url), initial: Settings())
    let loaded = stored.load()
    let store = Store(state: AppState(settings: loaded.value), reducer: appReducer)
    let saving = store.persist(\.settings, to: stored)
    print(loaded.outcome)  // nothing saved
    #expect("\(loaded.outcome)" == "nothing saved")
    store.dispatch(SettingsAction.volumeChanged(7))
    try await saving.flush()
    #expect(stored.load().value.volume == 7)

    await saving.discard()
    try FileManager.default.removeItem(at: url)
    #expect(stored.load().outcome == .missing)
  }

  @Test func `The example of a scope works`() async throws {
    let stored = StoredValue(in: MemoryStorage(), initial: Settings())
    _ = stored.load()
    let store = Store(state: AppState(), reducer: appReducer)
    let saving = store.scope(\.settings).persist(to: stored)
    store.dispatch(SettingsAction.volumeChanged(7))
    try await saving.flush()
    #expect(stored.load().value.volume == 7)
  }

  @Test func `The example of a storage works`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("{".utf8).write(to: url)
    let stored = StoredValue(in: .file(url), initial: Settings())
    let store = Store(state: AppState(), reducer: appReducer)
    let saving = store.persist(\.settings, to: stored, replacingContents: true)
    try await saving.flush()
    #expect(try String(contentsOf: url, encoding: .utf8).hasSuffix(#""version":1}"#))
    await saving.discard()
  }

  @Test func `The example of migrations works`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(#"{"value":{"loudness":0.3},"version":1}"#.utf8).write(to: url)
    let stored = StoredValue(
      in: .file(url), initial: Settings(), version: 3,
      migrations: [
        Migration(from: 1) { (old: SettingsV1) in SettingsV2(old) },
        Migration(from: 2) { (json: inout JSON) in
          json["theme"] = json["isDark"] == true ? "dark" : "light"
          json["isDark"] = nil
        },
      ])
    let loaded = stored.load()
    print(loaded.outcome)  // migrated from version 1
    #expect("\(loaded.outcome)" == "migrated from version 1")
    #expect(loaded.value == Settings(volume: 3, theme: "dark"))
    let store = Store(state: AppState(settings: loaded.value), reducer: appReducer)
    let saving = store.persist(\.settings, to: stored)
    try await saving.flush()
    #expect(
      try String(contentsOf: url, encoding: .utf8)
        == #"{"value":{"isLoading":false,"theme":"dark","volume":3},"version":3}"#)
    await saving.discard()
  }

  @Test func `The examples of documentation comments work`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    let migrations = [
      Migration(from: 1) { (old: SettingsV1) in SettingsV2(old) },
      Migration(from: 2) { (json: inout JSON) in json["volume"] = 5 },
    ]
    #expect(migrations.map(\.version) == [1, 2])
    do {
      let stored = StoredValue(
        in: .file(url), initial: Settings(), version: 2,
        migrations: [Migration(from: 1) { (json: inout JSON) in json["volume"] = 5 }],
        transient: \.isLoading)
      let store = Store(state: AppState(settings: stored.load().value), reducer: appReducer)
      let saving = store.persist(\.settings, to: stored)
      await saving.discard()
    }
    do {
      let stored = StoredValue(
        in: MemoryStorage(#"{"value":{},"version":1}"#), initial: Settings(), version: 2,
        migrations: [Migration(from: 1) { (_: inout JSON) in }])
      let loaded = stored.load()
      print(loaded.outcome)  // migrated from version 1
      let store = Store(state: AppState(settings: loaded.value), reducer: appReducer)
      let saving = store.persist(\.settings, to: stored)
      try await saving.flush()
    }
    do {
      let store = Store(state: AppState(), reducer: appReducer)
      let storage = MemoryStorage()
      let stored = StoredValue(in: storage, initial: Settings())
      let saving = store.persist(\.settings, to: stored, replacingContents: true)
      try await saving.flush()
      #expect(storage.writeCount == 1)
    }
  }

  private struct Song: Codable, Equatable, Sendable {
    var title = ""
    var rating = 3
  }

  private struct Library: Codable, Equatable, Sendable { var songs: [Song] = [] }

  @Test func `The example of added properties works`() throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(#"{"value":{"songs":[{"title":"Hello"}]},"version":1}"#.utf8).write(to: url)
    let stored = StoredValue(in: .file(url), initial: Library()).filling(with: Song())
    let loaded = stored.load()
    #expect(loaded.value.songs == [Song(title: "Hello", rating: 3)])
    #expect(loaded.addedProperties == ["songs[].rating"])
  }

  @Test func `The examples of older data work`() throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(#"{"volume":3}"#.utf8).write(to: url)
    do {
      let stored = StoredValue(
        in: .file(url), initial: Settings(),
        migrations: [Migration(from: 0) { (_: inout JSON) in }])
      #expect(stored.load().value.volume == 3)
    }
    try FileManager.default.removeItem(at: url)
    do {
      let stored = StoredValue(
        in: .file(url), initial: Settings(),
        migrations: [Migration(from: 0) { (_: inout JSON) in }]
      )
      .adopting { ["volume": .integer(UserDefaults.standard.integer(forKey: "volume"))] }
      #expect(stored.load().value.volume == 0)
      #expect(stored.load().outcome == .migrated(from: 0))
    }
  }

  @Test func `The example of transient properties works`() {
    let stored = StoredValue(
      in: .file(url), initial: Settings(), transient: \.isLoading, \.error)
    #expect(stored.load().outcome == .missing)
  }

  @Test func `The example of a damaged file works`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("{".utf8).write(to: url)
    let stored = StoredValue(in: .file(url), initial: Settings())
    _ = stored.load()
    let store = Store(state: AppState(), reducer: appReducer)
    let errors = store.onError { _ in }
    let backup = url.appendingPathExtension("damaged")
    let saving = store.persist(\.settings, to: stored.replacingUnreadable(backup: .file(backup)))
    store.dispatch(SettingsAction.volumeChanged(7))
    try await saving.flush()
    #expect(try String(contentsOf: backup, encoding: .utf8) == "{")
    #expect(stored.load().value.volume == 7)
    try FileManager.default.removeItem(at: backup)
    errors.dispose()
    await saving.discard()
  }

  @Test func `The example of entities works`() async throws {
    let database = MemoryEntityStorage()
    let rows = StoredEntities(in: database, of: Message.self)
    let store = Store(state: Inbox(messages: rows.load().value), reducer: inboxReducer)
    let saving = store.persist(\.messages, to: rows)
    for id in [3, 1, 2] { store.dispatch(Received(message: Message(id: id))) }
    try await saving.flush()
    #expect(rows.load().value.ids == [3, 1, 2])
  }

  @Test func `The example of a test works`() async {
    let storage = MemoryStorage()
    let stored = StoredValue(in: storage, initial: Settings())
    let clock = ManualClock()
    let state = AppState(settings: stored.load().value)
    let store = Store(state: state, reducer: appReducer, clock: clock)
    let saving = store.persist(\.settings, to: stored)
    store.dispatch(SettingsAction.volumeChanged(7))
    await clock.advance(by: .seconds(1))
    #expect(storage.text?.contains(#""volume":7"#) == true)
    saving.dispose()
  }
}
