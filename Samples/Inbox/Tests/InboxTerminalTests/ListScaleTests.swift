// SPDX-License-Identifier: MIT

import InboxApp
import RunnelTesting
import TerminalUI
import Testing

@testable import InboxTerminal

/// The cost of a list of 10,000 threads, counted in lines.
@MainActor @Suite struct ListScaleTests {
  @Test func `The props contain only the visible threads`() async throws {
    let stage = await Stage(.session(.rows(10_000)), rows: 26)
    await stage.press(.end)
    guard case .list(let list) = stage.screen.props.content else { throw Wrong() }
    #expect(list.lines.count == 20)
    #expect(list.first == 9_980)
    #expect(stage.text[1] == "Threads  9981 to 10000 of 10000")
  }

  @Test func `A change of one thread changes one line`() async {
    let stage = await Stage(.session(.rows(10_000)), rows: 26)
    await stage.send(
      ThreadListFeature.Action.changed([.row(7, subject: "Changed", unread: 1, revision: 2)]))
    #expect(stage.changedLines == [1])
    #expect(stage.text[9].contains("Changed"))
  }

  @Test func `A move of the selection changes two lines, and scrolls at the edge only`() async {
    let stage = await Stage(.session(.rows(10_000)), rows: 26)
    await stage.press(.down, .down)
    #expect(stage.changedLines == [1, 2])
    for _ in 0..<18 { await stage.press(.down) }
    #expect(stage.text[3].contains("Subject 1 "))
    await stage.press(.down)
    #expect(stage.text[3].contains("Subject 2 "))
    await stage.press(.up)
    #expect(stage.text[3].contains("Subject 2 "))
  }

  @Test func `The next page is requested once when the last thread becomes visible`() async {
    let stage = await Stage(.session(.rows(100), hasMore: true), rows: 26)
    #expect(stage.listCommands.commands == [])
    await stage.press(.end)
    await stage.store.settled()
    await stage.press(.up, .down)
    #expect(
      stage.listCommands.commands
        == [.loadPage(account: "ada@host:1", cursor: "next", limit: 50)])
  }

  @Test func `A page that can't be loaded isn't requested again by itself`() async {
    let stage = await Stage(.session(.rows(100), hasMore: true), rows: 26)
    await stage.press(.end)
    await stage.store.settled()
    await stage.send(ThreadListFeature.Action.loadingFailed("No connection"))
    await stage.press(.up, .down)
    #expect(stage.text[24] == "No connection")
    #expect(stage.listCommands.commands.count == 1)
  }

  private struct Wrong: Error {}
}
