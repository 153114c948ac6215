// SPDX-License-Identifier: MIT

import Composer
import Foundation
import InboxClient
import InboxTesting
import InboxWire
import Runnel
import Settings
import Sync
import Testing
import ThreadDetail
import ThreadList

@testable import InboxApp

/// The app with a real server: messages that are sent, received, queued and refused.
@Suite struct SendingTests {
  @Test func `A message of one user appears in the list and the open thread of another`()
    async throws
  {
    try await RunningServer.run { server in
      let (ada, ben) = (AppRun(), AppRun())
      await ada.logIn("ada", to: server)
      await ben.logIn("ben", to: server)
      await ada.write("Shall we?", subject: "Lunch")
      await ben.wait { $0.session?.threads.rows.first?.subject == "Lunch" }
      let row = try #require(ben.session?.threads.rows.first)
      #expect(row.preview == "Shall we?" && row.unread == 1)

      ben.store.dispatch(SessionAction.threadTapped(id: row.id, subject: row.subject))
      await ben.wait { $0.thread?.messages.count == 1 }
      await ben.write("At noon.")
      await ben.wait { $0.thread?.messages.last?.status == .sent && $0.thread?.messages.count == 2 }
      await ada.wait { $0.session?.threads.rows.first?.preview == "At noon." }
      #expect(ada.session?.sync.queue.isEmpty == true)
      await ada.app.close()
      await ben.app.close()
    }
  }

  @Test func `Messages written offline survive a restart, and are sent once in order`()
    async throws
  {
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

  @Test func `A refused message of a new thread becomes a draft again`() async throws {
    try await RunningServer.run { server in
      var ada = AppRun()
      await ada.logIn(to: server)
      await ada.write("please reject-me", subject: "No")
      await ada.wait { $0.session?.notice != nil }
      #expect(ada.session?.drafts.map(\.text) == ["please reject-me"])
      #expect(ada.session?.drafts.map(\.subject) == ["No"])
      #expect(ada.session?.sync.queue.isEmpty == true)

      ada = await ada.restarted()
      await ada.wait { $0.session != nil }
      #expect(ada.session?.drafts.map(\.text) == ["please reject-me"])
      let page = try await server.logIn("ben").threads()
      #expect(page.threads.isEmpty)
      await ada.app.close()
    }
  }

  @Test func `A refused reply stays in its thread, where it can be sent again or discarded`()
    async throws
  {
    try await RunningServer.run { server in
      let ada = AppRun()
      await ada.logIn(to: server)
      await ada.write("Hello", subject: "Talk")
      await ada.wait { $0.session?.threads.rows.count == 1 }
      let row = try #require(ada.session?.threads.rows.first)
      ada.store.dispatch(SessionAction.threadTapped(id: row.id, subject: row.subject))
      await ada.wait { $0.thread?.messages.count == 1 }
      await ada.write("reject-me")
      await ada.wait { $0.thread?.messages.last?.isFailed == true }
      let failed = try #require(ada.state.thread?.messages.last)

      // It waits from here on: the server can refuse the message again at once.
      let isSending = Task.immediate {
        await ada.wait { $0.thread?.messages.last?.isFailed == false }
      }
      ada.screen {
        $0.dispatch(ThreadDetailFeature.Action.resendTapped(clientID: failed.clientID))
      }
      await isSending.value
      await ada.wait { $0.thread?.messages.last?.isFailed == true }
      #expect(ada.state.thread?.messages.count == 2)
      ada.screen {
        $0.dispatch(ThreadDetailFeature.Action.discardTapped(clientID: failed.clientID))
      }
      await ada.wait { $0.thread?.messages.count == 1 }
      #expect(ada.session?.drafts.isEmpty == true)
      await ada.app.close()
    }
  }

  @Test func `A draft survives closing the composer and a restart, with its screen and undo`()
    async throws
  {
    try await RunningServer.run { server in
      var ada = AppRun()
      await ada.logIn(to: server)
      ada.store.dispatch(SessionAction.composeTapped(subject: "Plan"))
      await ada.wait { $0.session?.path.last?.draft != nil }
      ada.screen { $0.dispatch(ComposerFeature.Action.textChanged("one")) }
      ada.screen { $0.dispatch(ComposerFeature.Action.textChanged("one two")) }
      await ada.store.settled()

      ada = await ada.restarted()
      await ada.wait { $0.session?.path.last?.draft?.text == "one two" }
      ada.screen { $0.dispatch(ComposerFeature.Action.undone) }
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
