// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation
import InboxClient
import InboxTesting
import InboxWire
import Testing

@testable import InboxServer

/// Live sockets.
@Suite struct LiveTests {
  @Test func `A socket has every event after a revision, and then each new one`()
    async throws
  {
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
        _ = try await ada.send(
          WireSend(clientID: "\(index)", threadID: "t1", text: "\(index)"))
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

  @Test func `Many sockets have the same events in the same order`() async throws {
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

  @Test func `A client that doesn't read blocks no other one, and loses its socket`()
    async throws
  {
    let (counts, count) = AsyncStream.makeStream(of: Int.self)
    let configure: (inout Server.Configuration) -> Void = {
      $0.patience.write = .seconds(2)
      $0.reportSockets = { count.yield($0) }
    }
    try await RunningServer.run(configure) { server in
      let ada = try await server.logIn()
      let slow = try RawSocket(server.url, receiveBuffer: 4_096)
      try await slow.send(
        """
        GET /v1/live?since=0&token=\(ada.token ?? "") HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r
        Connection: Upgrade\r\nSec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n
        """)
      var counts = counts.makeAsyncIterator()
      #expect(await counts.next() == 1)
      // More than the buffers of both ends take.
      var live = ada.live(since: 0).makeAsyncIterator()
      let text = String(repeating: "a", count: WireLimits.textBytes)
      for index in 0..<90 {
        _ = try await ada.send(WireSend(clientID: "\(index)", subject: "s", text: text))
        #expect(try await live.next()?.revision == Int64(index + 1))
      }
      while let count = await counts.next(), count != 1 {}
      // What has arrived is a prefix, and then the connection has ended.
      let bytes = try await slow.readToEnd()
      #expect(bytes.starts(with: Data("HTTP/1.1 101".utf8)))
      #expect(bytes.count < 90 * text.utf8.count)
      _ = try await ada.send(WireSend(clientID: "last", subject: "s", text: "b"))
      #expect(try await live.next()?.message?.text == "b")
    }
  }

  @Test func `Logging out ends the sockets of the session`() async throws {
    try await RunningServer.run { server in
      let (ada, ben) = (try await server.logIn(), try await server.logIn("ben"))
      _ = try await ben.send(WireSend(clientID: "1", subject: "s", text: "a"))
      var (first, second) = (
        ada.live(since: 0).makeAsyncIterator(), ben.live(since: 0).makeAsyncIterator()
      )
      #expect(try await first.next()?.revision == 1)
      #expect(try await second.next()?.revision == 1)
      try await ada.logout()
      await #expect(throws: InboxError.unavailable("the server closed the connection")) {
        try await first.next()
      }
      _ = try await ben.send(WireSend(clientID: "2", subject: "s", text: "a"))
      #expect(try await second.next()?.revision == 2)
      var again = ada.live(since: 0).makeAsyncIterator()
      await #expect(throws: InboxError.unauthorized) { try await again.next() }
    }
  }

  @Test func `A client that closes its socket is removed`() async throws {
    let (counts, count) = AsyncStream.makeStream(of: Int.self)
    try await RunningServer.run({ $0.reportSockets = { count.yield($0) } }) { server in
      let ada = try await server.logIn()
      _ = try await ada.send(WireSend(clientID: "1", subject: "s", text: "a"))
      var counts = counts.makeAsyncIterator()
      for _ in 0..<50 {
        for try await _ in ada.live(since: 0) { break }
        #expect(await counts.next() == 1)
        #expect(await counts.next() == 0)
      }
    }
  }

  @Test func `An idle socket has pings, and a client that answers them has its events`()
    async throws
  {
    try await RunningServer.run({ $0.pingInterval = .milliseconds(20) }) { server in
      let ada = try await server.logIn()
      _ = try await ada.send(WireSend(clientID: "1", subject: "s", text: "a"))
      let silent = try RawSocket(server.url)
      var live = ada.live(since: 0).makeAsyncIterator()
      #expect(try await live.next()?.revision == 1)
      try await silent.send(
        """
        GET /v1/live?since=1&token=\(ada.token ?? "") HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r
        Connection: Upgrade\r\nSec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n
        """)
      let bytes = try await silent.readToPing()
      #expect(bytes.starts(with: Data("HTTP/1.1 101".utf8)))
      _ = try await ada.send(WireSend(clientID: "2", subject: "s", text: "a"))
      #expect(try await live.next()?.revision == 2)
    }
  }

  @Test func `Stopping the server ends the sockets`() async throws {
    try await RunningServer.run { server in
      let ada = try await server.logIn()
      _ = try await ada.send(WireSend(clientID: "1", subject: "s", text: "a"))
      var live = ada.live(since: 0).makeAsyncIterator()
      #expect(try await live.next()?.revision == 1)
      await server.server.stop()
      await #expect(throws: InboxError.unavailable("the server closed the connection")) {
        try await live.next()
      }
      guard
        case .unavailable = await #expect(
          throws: InboxError.self, performing: { try await ada.threads() })
      else {
        Issue.record("another error")
        return
      }
    }
  }
}
