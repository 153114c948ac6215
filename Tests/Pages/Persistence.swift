// SPDX-License-Identifier: MIT

import Foundation
import RunnelPersistence

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
    #snippet("Save and load a value")
    #snippet("Save and load a value", 2)
    #expect("\(loaded.outcome)" == "nothing saved")
    store.dispatch(SettingsAction.volumeChanged(7))
    #snippet("Save and load a value", 4)
    #expect(stored.load().value.volume == 7)
    #snippet("Log out")
    #expect(stored.load().outcome == .missing)
  }

  @Test func `The example of a scope works`() async throws {
    let stored = StoredValue(in: MemoryStorage(), initial: Settings())
    _ = stored.load()
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("Save and load a value", 5)
    store.dispatch(SettingsAction.volumeChanged(7))
    try await saving.flush()
    #expect(stored.load().value.volume == 7)
  }

  @Test func `The example of a storage works`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("{".utf8).write(to: url)
    let stored = StoredValue(in: .file(url), initial: Settings())
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("Save and load a value", 3)
    try await saving.flush()
    #expect(try String(contentsOf: url, encoding: .utf8).hasSuffix(#""version":1}"#))
    await saving.discard()
  }

  @Test func `The example of migrations works`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(#"{"value":{"loudness":0.3},"version":1}"#.utf8).write(to: url)
    #snippet("Write migrations", 2)
    #snippet("LoadedValue.swift")
    #expect("\(loaded.outcome)" == "migrated from version 1")
    #expect(loaded.value == Settings(volume: 3, theme: "dark"))
    let store = Store(state: AppState(settings: loaded.value), reducer: appReducer)
    #snippet("Saving.swift")
    #expect(
      try String(contentsOf: url, encoding: .utf8)
        == #"{"value":{"isLoading":false,"theme":"dark","volume":3},"version":3}"#)
    await saving.discard()
  }

  @Test func `The examples of documentation comments work`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    #snippet("Migration.swift")
    #expect(migrations.map(\.version) == [1, 2])
    do {
      #snippet("StoredValue.swift")
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
      #snippet("MemoryStorage.swift")
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
    #snippet("Write migrations")
    let loaded = stored.load()
    #expect(loaded.value.songs == [Song(title: "Hello", rating: 3)])
    #expect(loaded.addedProperties == ["songs[].rating"])
  }

  @Test func `The examples of older data work`() throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(#"{"volume":3}"#.utf8).write(to: url)
    do {
      #snippet("Adopt a file from before Runnel")
      #expect(stored.load().value.volume == 3)
    }
    try FileManager.default.removeItem(at: url)
    do {
      #snippet("Adopt a file from before Runnel", 2)
      #expect(stored.load().value.volume == 0)
      #expect(stored.load().outcome == .migrated(from: 0))
    }
  }

  @Test func `The example of transient properties works`() {
    #snippet("Leave out transient properties")
    #expect(stored.load().outcome == .missing)
  }

  @Test func `The example of a damaged file works`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("{".utf8).write(to: url)
    let stored = StoredValue(in: .file(url), initial: Settings())
    _ = stored.load()
    let store = Store(state: AppState(), reducer: appReducer)
    let errors = store.onError { _ in }
    #snippet("Handle errors")
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
    #snippet("Save a collection row by row")
    for id in [3, 1, 2] { store.dispatch(Received(message: Message(id: id))) }
    try await saving.flush()
    #expect(rows.load().value.ids == [3, 1, 2])
  }

  @Test func `The example of a test works`() async {
    #snippet("Test saving")
    saving.dispose()
  }
}
