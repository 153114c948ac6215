// SPDX-License-Identifier: MIT

import Foundation
import InboxClient
import InboxTesting
import InboxWire
import Testing

@testable import InboxServer

@Suite struct LiveTests {
  @Test func `A client has every event after a revision, and then each new one`() async throws {
    try await RunningServer.run { server in
      let (ada, ben) = (try await server.logIn(), try await server.logIn("ben"))
      for index in 0..<120 {
        _ = try await ada.send(WireSend(clientID: "\(index)", subject: "s", text: "\(index)"))
      }
      var events = ben.live(since: 20).makeAsyncIterator()
      for revision in Int64(21)...120 {
        #expect(try await events.next()?.revision == revision)
      }
      for index in 120..<150 {
        _ = try await ada.send(WireSend(clientID: "\(index)", threadID: "t1", text: "\(index)"))
        let event = try await events.next()
        #expect(event?.revision == Int64(index + 1) && event?.message?.text == "\(index)")
        #expect(event?.thread.unreadCount == index - 118)
      }
      // The user's own changes on another device are events, too.
      _ = try await ben.markRead("t1", upTo: "m150")
      #expect(try await events.next()?.thread.unreadCount == 0)
      _ = try await ada.archive("t1")
      #expect(try await events.next()?.thread.isArchived == true)
    }
  }

  @Test func `Many clients have the same events in the same order`() async throws {
    try await RunningServer.run { server in
      let ada = try await server.logIn()
      let count = 60
      let received = try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<10 {
          group.addTask {
            var texts: [String] = []
            for try await event in ada.live(since: 0) {
              texts += event.message.map { [$0.text] } ?? []
              if texts.count == count { break }
            }
            return texts
          }
        }
        for sender in 0..<3 {
          group.addTask {
            for index in 0..<count / 3 {
              let id = "\(sender)-\(index)"
              _ = try await ada.send(WireSend(clientID: id, subject: "s", text: id))
            }
            return []
          }
        }
        return try await group.reduce(into: [[String]]()) { if !$1.isEmpty { $0.append($1) } }
      }
      #expect(received.count == 10 && Set(received).count == 1)
      #expect(Set(received[0]).count == count)
    }
  }

  @Test func `A client that doesn't read blocks no other, and is disconnected`() async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let configure: (inout Server.Configuration) -> Void = {
      $0.patience.write = .seconds(1)
      $0.patience.didEnd = { end.yield() }
    }
    try await RunningServer.run(configure) { server in
      let ada = try await server.logIn()
      // More than the buffers of both ends take.
      let text = String(repeating: "a", count: WireLimits.textBytes)
      for index in 0..<90 {
        _ = try await ada.send(WireSend(clientID: "\(index)", subject: "s", text: text))
      }
      let slow = try RawSocket(server.url, receiveBuffer: 4_096)
      try await slow.send(
        """
        GET /v1/changes?since=0 HTTP/1.1\r\nHost: a\r
        Authorization: Bearer \(ada.token ?? "")\r\n\r\n
        """)
      for await _ in ends { break }
      // What has arrived is a prefix, and then the connection has ended.
      let bytes = try await slow.readToEnd()
      #expect(bytes.starts(with: Data("HTTP/1.1 200".utf8)))
      #expect(bytes.count < 90 * text.utf8.count)
      var live = ada.live(since: 89).makeAsyncIterator()
      #expect(try await live.next()?.revision == 90)
    }
  }

  @Test func `A request waits for the next change, as long as it asked for`() async throws {
    let (waits, wait) = AsyncStream.makeStream(of: Void.self)
    try await RunningServer.run({ $0.didWait = { wait.yield() } }) { server in
      let ada = try await server.logIn()
      let sent = try await ada.send(WireSend(clientID: "1", subject: "s", text: "a"))
      let late = try await ada.changes(since: sent.revision, wait: 1)
      #expect(late.events.isEmpty && late.revision == sent.revision && late.isComplete)
      var waiting = waits.makeAsyncIterator()
      await waiting.next()
      async let next = ada.changes(since: sent.revision, wait: 10)
      await waiting.next()
      _ = try await ada.archive("t1")
      #expect(try await next.events.map(\.revision) == [sent.revision + 1])
    }
  }

  @Test func `Logging out ends the requests of the session that wait`() async throws {
    let (waits, wait) = AsyncStream.makeStream(of: Void.self)
    try await RunningServer.run({ $0.didWait = { wait.yield() } }) { server in
      let (ada, ben) = (try await server.logIn(), try await server.logIn("ben"))
      _ = try await ben.send(WireSend(clientID: "1", subject: "s", text: "a"))
      var (first, second) = (
        ada.live(since: 0).makeAsyncIterator(), ben.live(since: 0).makeAsyncIterator()
      )
      #expect(try await first.next()?.revision == 1)
      #expect(try await second.next()?.revision == 1)
      let waiting = Task { [first] in
        var first = first
        return try await first.next()
      }
      for await _ in waits { break }
      try await ada.logout()
      await #expect(throws: InboxError.unauthorized) { try await waiting.value }
      _ = try await ben.send(WireSend(clientID: "2", subject: "s", text: "a"))
      #expect(try await second.next()?.revision == 2)
    }
  }

  @Test func `Stopping the server ends the requests that wait`() async throws {
    let (waits, wait) = AsyncStream.makeStream(of: Void.self)
    try await RunningServer.run({ $0.didWait = { wait.yield() } }) { server in
      let ada = try await server.logIn()
      _ = try await ada.send(WireSend(clientID: "1", subject: "s", text: "a"))
      var live = ada.live(since: 0).makeAsyncIterator()
      #expect(try await live.next()?.revision == 1)
      let waiting = Task { [live] in
        var live = live
        return try await live.next()
      }
      for await _ in waits { break }
      await server.server.stop()
      let error = await #expect(throws: InboxError.self) { try await waiting.value }
      if case .unavailable = error {} else { Issue.record("another error") }
    }
  }
}
