// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import RunnelTestSupport
import Testing

@Suite struct LoadTests {
  struct SettingsV1: Codable, Sendable { var loudness: Double }

  struct SettingsV2: Codable, Sendable {
    var volume: Int
    init(_ old: SettingsV1) { volume = Int(old.loudness * 10) }
  }

  let migrations = [
    Migration(from: 1) { (old: SettingsV1) in SettingsV2(old) },
    Migration(from: 2) { (json: inout JSON) in json["name"] = "Bob" },
  ]

  private func load(_ text: String?) -> LoadedValue<Settings> {
    StoredValue(
      in: MemoryStorage(text.map { Data($0.utf8) }), initial: Settings(), version: 3,
      migrations: migrations, transient: \.isLoading, \.error
    ).load()
  }

  @Test(arguments: [
    (nil, Settings(), "nothing saved"),
    (
      #"{"value":{"volume":7,"name":"Eve","isLoading":false},"version":3}"#,
      Settings(volume: 7, name: "Eve"), "loaded"
    ),
    (
      #"{"value":{"loudness":0.7},"version":1}"#, Settings(volume: 7, name: "Bob"),
      "migrated from version 1"
    ),
    (
      #"{"value":{"volume":2},"version":2}"#, Settings(volume: 2, name: "Bob"),
      "migrated from version 2"
    ),
    // Transient properties have their initial values.
    (
      #"{"value":{"volume":7,"name":"Eve","isLoading":true,"error":"x"},"version":3}"#,
      Settings(volume: 7, name: "Eve"), "loaded"
    ),
  ])
  func `a value is loaded, older ones after each migration`(
    text: String?, value: Settings, outcome: String
  ) {
    let loaded = load(text)
    #expect(loaded.value == value)
    #expect("\(loaded.outcome)" == outcome)
  }

  @Test(arguments: [
    ("", "is damaged: it is empty."),
    ("{", "is damaged: it isn't valid JSON."),
    (#"{"value":{}}"#, "is damaged: version is missing."),
    (#"{"value":null,"version":3}"#, "is damaged: value is null."),
    (#"{"value":{"volume":"x"},"version":3}"#, "is damaged: value.volume is no Int."),
    (#"{"version":3}"#, "is damaged: value is missing."),
    (#"{"value":{},"version":4}"#, "has version 4, and this app supports version 3."),
    (#"{"value":{},"version":0}"#, "has version 0, and there is no migration from that version."),
    (
      #"{"value":{"loudness":"x"},"version":1}"#,
      "has version 1, and the migration from it failed: loudness is no Double."
    ),
  ])
  func `a value that can't be loaded is reported in words`(text: String, words: String) {
    let loaded = load(text)
    #expect(loaded.value == Settings())
    #expect("\(loaded.outcome)" == "failed: The memory storage \(words)")
  }

  @Test func `Contract 42: JSON of an app without the library is adopted`() async throws {
    let storage = MemoryStorage(#"{"volume":3,"value":1}"#)
    func stored(_ migrations: [Migration]) -> StoredValue<Settings> {
      StoredValue(in: storage, initial: Settings(), version: 2, migrations: migrations)
    }
    // An app that has never saved without the library may have a damaged file.
    #expect(
      stored([]).load().outcome.description
        == "failed: The memory storage is damaged: version is missing.")
    let migrations = [
      Migration(from: 0) { (json: inout JSON) in json["name"] = "Old" },
      Migration(from: 1) { (json: inout JSON) in json["isLoading"] = true },
    ]
    let value = stored(migrations)
    let loaded = value.load()
    #expect(loaded.outcome == .migrated(from: 0))
    #expect(loaded.value == Settings(volume: 3, name: "Old", isLoading: true))
    try await Session(value).saving.flush()
    #expect(storage.text == #"{"value":{"isLoading":true,"name":"Old","volume":3},"version":2}"#)
    #expect(stored(migrations).load().outcome == .loaded)
    storage.data = Data(#"{"volume":4,"version":7}"#.utf8)
    #expect(stored(migrations).load().value.volume == 4)
    for damaged in ["", "{", #"{"value":{},"version":"x"}"#, #"{"value":{}"#] {
      storage.data = Data(damaged.utf8)
      #expect(
        "\(stored(migrations).load().outcome)".contains("failed: The memory storage is damaged"))
    }
  }

  @Test func `Contract 42: data of another place are adopted while nothing is stored`() async throws
  {
    let storage = MemoryStorage()
    let old = Locked<JSON?>(["volume": 7])
    let stored = StoredValue(
      in: storage, initial: Settings(),
      migrations: [Migration(from: 0) { (_: inout JSON) in }]
    ).adopting { old.withLock { $0 } }
    let session = Session(stored)
    #expect(session.store.state.volume == 7)
    try await session.saving.flush()
    old.withLock { $0 = ["volume": 8] }
    #expect(stored.load().value.volume == 7)
    storage.data = nil
    old.withLock { $0 = nil }
    #expect(stored.load().outcome == .missing)
    // What can't be adopted now is left to a later app, and nothing is saved in its place.
    old.withLock { $0 = ["volume": "loud"] }
    let failing = Session(stored)
    let failure = await failing.failure { $0.volume = 1 }
    #expect(failure?.contains("volume is no Int") == true)
    #expect(storage.data == nil)
    await failing.saving.discard()
    // The first save is stored, also if it is the initial value.
    old.withLock { $0 = ["volume": 9] }
    let last = Session(stored)
    #expect(last.store.state.volume == 9)
    try await last.save { $0 = Settings() }
    #expect(stored.load().value == Settings())
  }

  @Test func `two migrations from one version are a runtime warning`() {
    let warnings = WarningRecorder(containing: "Duplicate migration")
    _ = StoredValue(
      in: MemoryStorage(), initial: Settings(), version: 2,
      migrations: [
        Migration(from: 1) { (_: inout JSON) in }, Migration(from: 1) { (_: inout JSON) in },
      ],
      file: "App/main.swift", line: 3)
    #expect(
      warnings.descriptions == [
        """
        App/main.swift:3: Runnel: Duplicate migration from version 1; the first one is used.
        Why: a version has one migration, to the version that follows.
        Fix: combine both in one `Migration(from: 1)`.
        """
      ])
  }
}
