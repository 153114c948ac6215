// SPDX-License-Identifier: MIT

#snippet("Choose a storage")

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

  private let appReducer = Reducer<AppState>.updating(SettingsAction.self) { state, action in
    if case .volumeChanged(let volume) = action { state.settings.volume = volume }
  }

  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).json")

  @Test func `The example of a value works`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    #snippet("Save and load a value", 1...2)
    store.dispatch(SettingsAction.volumeChanged(7))
    #snippet("Save and load a value", 4)
    #expect(stored.load().value.volume == 7)
    #snippet("Log out")
    #expect(stored.load().outcome == .missing)
  }

  private func persist(_ store: Store<AppState>, to stored: StoredValue<Settings>) {
    do { #snippet("Save and load a value", 3) }
    #snippet("Save and load a value", 5)
  }

  @Test func `The example of migrations works`() async throws {
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(#"{"value":{"loudness":0.3},"version":1}"#.utf8).write(to: url)
    #snippet("Write migrations", 2)
    #snippet("StoredValue.swift", 3)
    #expect(loaded.value == Settings(volume: 3, theme: "dark"))
    let store = Store(state: AppState(settings: loaded.value), reducer: appReducer)
    #snippet("Saving.swift")
    #expect(
      try String(contentsOf: url, encoding: .utf8)
        == #"{"value":{"isLoading":false,"theme":"dark","volume":3},"version":3}"#)
    await saving.discard()
  }

  private func migrate() {
    #snippet("Migration.swift")
    #snippet("StoredValue.swift")
  }

  @Test func `The example of a storage in memory works`() async throws {
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("MemoryStorage.swift")
  }

  private struct Song: Codable, Equatable, Sendable { var title = "" }
  private struct Library: Codable, Equatable, Sendable { var songs: [Song] = [] }

  private func describe() {
    do { #snippet("Write migrations") }
    do { #snippet("Adopt a file from before Runnel", 2) }
    #snippet("Adopt a file from before Runnel")
  }

  private func leaveOut() { #snippet("Leave out transient properties") }

  private func replaceUnreadable(_ store: Store<AppState>, _ stored: StoredValue<Settings>) {
    #snippet("Handle errors")
  }

  @Test func `The storage in UserDefaults saves and loads a value`() async throws {
    UserDefaults.standard.removeObject(forKey: "settings")
    defer { UserDefaults.standard.removeObject(forKey: "settings") }
    #snippet("Choose a storage", 2)
    #expect(stored.load().outcome == .missing)
    let store = Store(state: AppState(), reducer: appReducer)
    let saving = store.persist(\.settings, to: stored)
    store.dispatch(SettingsAction.volumeChanged(7))
    try await saving.flush()
    #expect(stored.load().value.volume == 7)
    await saving.discard()
  }

  struct Message: Codable, Equatable, Identifiable, Sendable { var id = 0 }
  struct Inbox: Equatable, Sendable { var messages: Entities<Message> = [] }

  private func saveRows(_ database: MemoryEntityStorage, _ inboxReducer: Reducer<Inbox>) {
    #snippet("Save a collection row by row")
  }

  @Test func `The example of a test works`() async {
    #snippet("Test saving")
    saving.dispose()
  }
}
