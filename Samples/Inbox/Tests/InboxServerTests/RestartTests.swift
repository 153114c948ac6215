// SPDX-License-Identifier: MIT

import Foundation
import InboxClient
import InboxTesting
import InboxWire
import Testing

@testable import InboxServer

/// A server that is killed while clients send.
///
/// The environment variable `INBOX_RESTARTS` changes the number of restarts.
@Suite struct RestartTests {
  /// A client that sends its messages again until they are acknowledged.
  private struct Client: Sendable {
    let name: String
    let api: InboxAPI
    let gate: Gate

    /// Performs a request until the server answers it.
    func retrying<Value: Sendable>(
      _ request: @Sendable () async throws -> Value
    ) async throws -> Value {
      while true {
        await gate.pass()
        do { return try await request() } catch InboxError.unavailable {}
      }
    }

    func send(_ number: Int) async throws -> WireSent {
      let send = WireSend(
        clientID: "\(name)-\(number)", threadID: number % 3 == 0 ? nil : "t1", subject: name,
        text: "message \(number)")
      return try await retrying { try await api.send(send) }
    }

    /// Returns the events up to the message with the ID `end`.
    func events() async throws -> [WireEvent] {
      var events: [WireEvent] = []
      while true {
        await gate.pass()
        do {
          for try await event in api.live(since: events.last?.revision ?? 0) {
            events.append(event)
            if event.message?.clientID == "end" { return events }
          }
        } catch InboxError.unavailable {}
      }
    }
  }

  @Test func `Each acknowledged message exists once after each kill`() async throws {
    let restarts = Int(ProcessInfo.processInfo.environment["INBOX_RESTARTS"] ?? "") ?? 5
    let folder = TemporaryFolder()
    let database = folder.file("inbox.sqlite").path
    var program = try ServerProgram("--port", "0", "--database", database)
    let port = try #require(await program.port())
    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
    let gate = Gate()
    gate.open()

    var clients: [Client] = []
    for (index, user) in ["ada", "ben", "cleo", "ada"].enumerated() {
      var api = InboxAPI(server: url)
      api.token = try await api.login(user: user, password: user).token
      clients.append(Client(name: "\(user)\(index)", api: api, gate: gate))
    }
    let first = clients[0]
    _ = try await first.send(0)

    let done = ChangeSignal {}
    let (acknowledgments, acknowledgment) = AsyncStream.makeStream(of: WireSent.self)
    let senders = clients.map { client in
      Task {
        var number = 1
        while done.count == 0 {
          acknowledgment.yield(try await client.send(number))
          number += 1
        }
      }
    }
    let watchers = clients.map { client in Task { try await client.events() } }

    var sent: [WireSent] = []
    var iterator = acknowledgments.makeAsyncIterator()
    for restart in 0..<restarts {
      for _ in 0..<(10 + restart % 7) {
        if let next = await iterator.next() { sent.append(next) }
      }
      gate.close()
      #expect(await program.end(with: SIGKILL) == SIGKILL)
      program = try ServerProgram("--port", "\(port)", "--database", database)
      #expect(await program.port() == port)
      gate.open()
    }
    done.changed()
    for sender in senders { try await sender.value }
    acknowledgment.finish()
    while let next = await iterator.next() { sent.append(next) }
    _ = try await first.retrying {
      try await first.api.send(WireSend(clientID: "end", threadID: "t1", text: "end"))
    }

    let ids = sent.map(\.message.clientID)
    #expect(Set(ids).count == ids.count && ids.count >= 10 * restarts)
    for watcher in watchers {
      let events = try await watcher.value
      #expect(events.map(\.revision) == Array(1...Int64(events.count)))
      let messages = events.compactMap(\.message)
      // The messages before the first and after the last acknowledgment are two more.
      #expect(messages.count == ids.count + 2)
      #expect(Set(messages.map(\.clientID)) == Set(ids + ["ada0-0", "end"]))
      #expect(Set(messages.map(\.id)).count == messages.count)
      for message in sent.map(\.message) { #expect(messages.contains(message)) }
    }
    let changes = try await first.api.changes(since: 0, limit: WireLimits.changes)
    #expect(changes.events.count == min(ids.count + 2, WireLimits.changes))
    #expect(await program.end(with: SIGTERM) == 0)
    #expect(program.errorText() == "")
  }
}
