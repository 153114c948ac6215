// SPDX-License-Identifier: MIT

import Foundation
import InboxStorage
import InboxTesting
import Testing

@testable import InboxApp

/// Files that can't be used: the app continues without them, and leaves them as they are.
@Suite struct DamageTests {
  @Test func `A database that can't be used is left, and the app works without it`() async throws {
    try await RunningServer.run { server in
      var ada = AppRun()
      await ada.logIn(to: server)
      await ada.write("Hello", subject: "One")
      await ada.wait { $0.session?.threads.rows.count == 1 }
      await ada.app.close()
      let file = ada.folder.file("ada@127.0.0.1%3A\(server.url.port ?? 0).sqlite")
      let before = Data("not a database, for sure".utf8)
      try before.write(to: file)

      ada = AppRun(in: ada.folder)
      await ada.wait { $0.problem != nil && $0.session?.sync.connection == .online }
      let problem = try #require(ada.state.problem)
      #expect(problem.hasPrefix("Nothing is saved: \(file.path) ") && !problem.contains("\n"))
      await ada.wait { $0.session?.threads.rows.count == 1 }
      await ada.write("Again", subject: "Two")
      await ada.wait { $0.session?.threads.rows.count == 2 }
      await ada.app.close()
      let after = try Data(contentsOf: file)
      #expect(after == before)
    }
  }

  @Test func `Old settings are migrated, and newer ones are left as they are`() async throws {
    let folder = TemporaryFolder()
    let file = folder.file("settings.json")
    try Data(#"{"value":{"dark":false,"pageSize":30},"version":1}"#.utf8).write(to: file)
    var run = AppRun(in: folder)
    #expect(run.state.settings.theme == .light && run.state.settings.pageSize == 30)
    run.store.dispatch(SettingsFeature.Action.archivedToggled)
    run = await run.restarted()
    #expect(run.state.settings.showsArchived && run.state.settings.theme == .light)
    await run.app.close()

    let newer = Data(#"{"value":{},"version":9}"#.utf8)
    try newer.write(to: file)
    run = AppRun(in: folder)
    #expect(run.state.problem?.contains("settings.json has version 9") == true)
    run.store.dispatch(SettingsFeature.Action.archivedToggled)
    await run.app.close()
    let after = try Data(contentsOf: file)
    #expect(after == newer)
  }
}
