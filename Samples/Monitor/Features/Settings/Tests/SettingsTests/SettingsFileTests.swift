// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import Testing

@testable import Settings

@MainActor @Suite struct SettingsFileTests {
  private let folder = TemporaryFolder()

  @Test func `The next run loads the settings, from a folder that is created for them`() async {
    let path = folder.path("there/is/none/settings.json")
    let state = await run(path, [.intervalRaised, .themeCycled])
    #expect(state.values.interval == 2)
    #expect(folder.text("there/is/none/settings.json") == #"{"interval":2,"theme":"light"}"#)
    #expect(await run(path, []) == state)
  }

  @Test func `The file is written only when the settings change`() async {
    #expect(await run(folder.path("settings.json"), []) == SettingsFeature.State())
    #expect(folder.text("settings.json") == nil)
    folder.write(#"{ "theme": "plain", "interval": 2.5 }"#, to: "settings.json")
    #expect(await run(folder.path("settings.json"), []).values.interval == 2.5)
    #expect(folder.text("settings.json") == #"{ "theme": "plain", "interval": 2.5 }"#)
  }

  @Test(
    arguments: [
      "", "{", "null", "[]", #"{"interval":"1","theme":"dark"}"#, #"{"interval":1}"#,
      #"{"interval":1,"theme":"loud"}"#, #"{"interval":0,"theme":"dark"}"#,
      #"{"interval":-1,"theme":"dark"}"#, #"{"interval":1e300,"theme":"dark"}"#,
    ])
  func `A damaged file yields the default settings and a message, and stays unchanged`(text: String)
    async
  {
    folder.write(text, to: "settings.json")
    let state = await run(folder.path("settings.json"), [])
    #expect(state.values == SettingsFeature.Values())
    #expect(state.problem?.contains("settings.json is damaged") == true)
    #expect(folder.text("settings.json") == text)
  }

  @Test func `The first choice replaces a damaged file and clears the message`() async {
    folder.write("{", to: "settings.json")
    let state = await run(folder.path("settings.json"), [.themeCycled])
    #expect(state.problem == nil)
    #expect(folder.text("settings.json") == #"{"interval":1,"theme":"light"}"#)
  }

  @Test func `A file that cannot be written is reported, and the choice still applies`() async {
    folder.write("", to: "file")
    let state = await run(folder.path("file/settings.json"), [.intervalRaised])
    #expect(state.values.interval == 2)
    #expect(state.problem?.hasPrefix("cannot save ") == true)
  }

  @Test func `A file behind a symbolic link is written through the link`() async throws {
    folder.write(#"{"interval":5,"theme":"dark"}"#, to: "there.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.json"), withDestinationPath: folder.path("there.json"))
    _ = await run(folder.path("link.json"), [.themeCycled])
    #expect(folder.text("there.json") == #"{"interval":5,"theme":"light"}"#)
  }

  /// Returns the settings after a run of the feature.
  private func run(
    _ path: String, _ actions: [SettingsFeature.Action]
  ) async -> SettingsFeature.State {
    let file = SettingsFile(path: path)
    let store = Store(state: file.load(), reducer: SettingsFeature.reducer)
      .accepting(SettingsFeature.Action.self)
    let pane = SettingsFeature.start(on: store, file: file) { _ in }
    for action in actions { store.dispatch(action) }
    await store.settled()  // The file is written.
    await store.settled()  // The action with the outcome has been reduced.
    withExtendedLifetime((file, pane)) {}
    return store.state
  }
}

/// A folder for one test, which is removed with this object.
final class TemporaryFolder: Sendable {
  private let url = FileManager.default.temporaryDirectory
    .appendingPathComponent("settings-\(UUID().uuidString)")

  init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func write(_ text: String, to name: String) {
    #expect(throws: Never.self) {
      try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    }
  }

  func text(_ name: String) -> String? {
    try? String(contentsOfFile: path(name), encoding: .utf8)
  }
}
