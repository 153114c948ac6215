// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import Testing

@testable import Settings

@MainActor @Suite struct SettingsFileTests {
  private let folder = TemporaryFolder()

  @Test("What is chosen in one run is there in the next, in a folder made for it")
  func roundTrip() async {
    let path = folder.path("there/is/none/settings.json")
    let state = await run(path, [.intervalRaised, .themeCycled])
    #expect(state.values.interval == 2)
    #expect(folder.text("there/is/none/settings.json") == #"{"interval":2,"theme":"light"}"#)
    #expect(await run(path, []) == state)
  }

  @Test("Nothing is written as long as nothing changes")
  func untouched() async {
    #expect(await run(folder.path("settings.json"), []) == SettingsFeature.State())
    #expect(folder.text("settings.json") == nil)
    folder.write(#"{ "theme": "plain", "interval": 2.5 }"#, to: "settings.json")
    #expect(await run(folder.path("settings.json"), []).values.interval == 2.5)
    #expect(folder.text("settings.json") == #"{ "theme": "plain", "interval": 2.5 }"#)
  }

  @Test(
    "A broken file gives the usual settings and a message, and is left as it is",
    arguments: [
      "", "{", "null", "[]", #"{"interval":"1","theme":"dark"}"#, #"{"interval":1}"#,
      #"{"interval":1,"theme":"loud"}"#, #"{"interval":0,"theme":"dark"}"#,
      #"{"interval":-1,"theme":"dark"}"#, #"{"interval":1e300,"theme":"dark"}"#,
    ])
  func broken(text: String) async {
    folder.write(text, to: "settings.json")
    let state = await run(folder.path("settings.json"), [])
    #expect(state.values == SettingsFeature.Values())
    #expect(state.problem?.contains("settings.json is damaged") == true)
    #expect(folder.text("settings.json") == text)
  }

  @Test("The first choice writes a broken file anew, and the message goes")
  func mending() async {
    folder.write("{", to: "settings.json")
    let state = await run(folder.path("settings.json"), [.themeCycled])
    #expect(state.problem == nil)
    #expect(folder.text("settings.json") == #"{"interval":1,"theme":"light"}"#)
  }

  @Test("A file that cannot be written is a problem, and the choice counts all the same")
  func unwritable() async {
    folder.write("", to: "file")
    let state = await run(folder.path("file/settings.json"), [.intervalRaised])
    #expect(state.values.interval == 2)
    #expect(state.problem?.hasPrefix("cannot save ") == true)
  }

  @Test("A file behind a symbolic link is written through the link")
  func link() async throws {
    folder.write(#"{"interval":5,"theme":"dark"}"#, to: "there.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.json"), withDestinationPath: folder.path("there.json"))
    _ = await run(folder.path("link.json"), [.themeCycled])
    #expect(folder.text("there.json") == #"{"interval":5,"theme":"light"}"#)
  }

  /// What becomes of the settings in a run of the feature.
  private func run(
    _ path: String, _ actions: [SettingsFeature.Action]
  ) async -> SettingsFeature.State {
    let file = SettingsFile(path: path)
    let store = Store(state: file.load(), reducer: SettingsFeature.reducer)
    let pane = SettingsFeature.start(on: store, file: file) { _ in }
    for action in actions { store.dispatch(action) }
    await store.settled()  // The file is written,
    await store.settled()  // and what came of it has been reduced.
    withExtendedLifetime((file, pane)) {}
    return store.state
  }
}
