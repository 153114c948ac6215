// SPDX-License-Identifier: MIT

import Foundation
import InboxClient
import InboxTesting
import InboxWire
import Testing

@testable import InboxApp

@Suite struct SendingTests {
  @Test func `Messages written offline survive a restart, and are sent in order`() async throws {
    try await RunningServer.run { server in
      var ada = AppRun()
      await ada.logIn(to: server)
      ada.store.dispatch(SettingsFeature.Action.offlineToggled)
      await ada.wait { $0.session?.sync.connection == .off }
      await ada.write("first", subject: "One")
      await ada.write("second", subject: "Two")
      #expect(ada.session?.sync.queue.map(\.text) == ["first", "second"])

      ada = await ada.restarted()
      await ada.wait { $0.session?.sync.queue.count == 2 }
      #expect(ada.session?.sync.connection == .off)
      ada.store.dispatch(SettingsFeature.Action.offlineToggled)
      await ada.wait { $0.session?.sync.queue.isEmpty == true }
      await ada.wait { $0.session?.threads.rows.count == 2 }
      let page = try await server.logIn("ben").threads()
      #expect(page.threads.map(\.subject) == ["Two", "One"])
      #expect(page.threads.map(\.messageCount) == [1, 1])
      await ada.app.close()
    }
  }

  @Test func `A draft survives its screen and a restart, with its undo steps`() async throws {
    try await RunningServer.run { server in
      var ada = AppRun()
      await ada.logIn(to: server)
      ada.store.dispatch(SessionAction.composeTapped(subject: "Plan"))
      await ada.wait { $0.session?.path.last?.draft != nil }
      ada.compose(.textChanged("one"))
      ada.compose(.textChanged("one two"))
      await ada.store.settled()

      ada = await ada.restarted()
      await ada.wait { $0.session?.path.last?.draft?.text == "one two" }
      ada.compose(.undone)
      await ada.wait { $0.session?.path.last?.draft?.text == "one" }
      ada.store.dispatch(SessionAction.backTapped)
      await ada.wait { $0.session?.path.isEmpty == true }
      #expect(ada.session?.drafts.map(\.text) == ["one"])
      ada.store.dispatch(SessionAction.composeTapped(subject: ""))
      await ada.wait { $0.session?.path.last?.draft?.text == "one" }
      await ada.app.close()
    }
  }
}
