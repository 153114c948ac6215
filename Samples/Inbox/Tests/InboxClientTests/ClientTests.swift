// SPDX-License-Identifier: MIT

import Foundation
import InboxTesting
import InboxWire
import Testing

@testable import InboxClient

/// Requests and events over connections that fail, one test at a time: they count descriptors.
@Suite(.serialized) struct ClientTests {
  /// Returns the number of open file descriptors of this process.
  private func descriptors() throws -> Int {
    #if os(Linux)
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    #else
      try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
    #endif
  }

  @Test func `A server that doesn't listen is unavailable`() async throws {
    let url = try await RunningServer.run { $0.url }
    let api = InboxAPI(server: url)
    for _ in 0..<20 {
      await expectUnavailable { try await api.threads() }
      await expectUnavailable { for try await _ in api.live(since: 0) {} }
    }
  }

  @Test(arguments: ["https://127.0.0.1", "ftp://a", "inbox", "http://"])
  func `An address that isn't http is invalid`(text: String) async throws {
    let api = InboxAPI(server: try #require(URL(string: text)))
    await #expect(throws: InboxError.invalid("\(text) isn't an http address")) {
      try await api.threads()
    }
  }

  @Test func `A server that doesn't answer is unavailable after the timeout`() async throws {
    try await SilentServer.run { server in
      let api = InboxAPI(server: server.url, token: "a", timeout: .milliseconds(20))
      let late = InboxError.unavailable("the server didn't answer in time")
      await #expect(throws: late) { try await api.threads() }
      await #expect(throws: late) { for try await _ in api.live(since: 0) {} }
    }
  }

  @Test func `A canceled request ends at once, and closes its connection`() async throws {
    try await SilentServer.run { server in
      let api = InboxAPI(server: server.url, token: "a", timeout: .seconds(600))
      let request = Task { try await api.threads() }
      var connections = server.connections.makeAsyncIterator()
      let first = await connections.next()
      request.cancel()
      await #expect(throws: CancellationError.self) { try await request.value }
      _ = try await first?.readToEnd()

      let live = Task { for try await _ in api.live(since: 0) {} }
      let second = await connections.next()
      live.cancel()
      await #expect(throws: CancellationError.self) { try await live.value }
      _ = try await second?.readToEnd()

      let late = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await api.threads()
      }
      await #expect(throws: CancellationError.self) { try await late.value }
    }
  }

  @Test func `A server that isn't an inbox server is unavailable`() async throws {
    for answer in [
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 200 OK\r\n\r\n",
      "nonsense\r\n\r\n",
      "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
    ] {
      try await SilentServer.run(answer: answer) { server in
        let api = InboxAPI(server: server.url, token: "a")
        await expectUnavailable("\(answer)") { try await api.threads() }
        await expectUnavailable("\(answer)") {
          for try await _ in api.live(since: 0) {}
        }
      }
    }
  }

  @Test func `No file descriptor stays behind`() async throws {
    try await RunningServer.run { server in
      let ada = try await server.logIn()
      for index in 0..<10 {
        _ = try await ada.send(WireSend(clientID: "\(index)", subject: "s", text: "a"))
      }
      /// Makes requests that end in three ways.
      func use(_ count: Int) async throws {
        for _ in 0..<count {
          let page = try await ada.threads()
          // The consumer stops.
          for try await event in ada.live(since: 0) where event.revision == 5 { break }
          // The task is canceled, before or while its request waits for an event.
          let (opened, open) = AsyncStream.makeStream(of: Void.self)
          let task = Task {
            for try await _ in ada.live(since: page.revision, onOpen: { open.yield() }) {}
          }
          for await _ in opened { break }
          task.cancel()
          await #expect(throws: CancellationError.self) { try await task.value }
        }
        // The server's ends of the canceled requests close when it has answered them.
        _ = try await ada.archive("t1")
        _ = try await ada.archive("t1", isArchived: false)
      }
      try await use(5)
      let before = try descriptors()
      try await use(50)
      let after = try descriptors()
      #expect(after <= before + 25, "\(before) \(after)")
    }
  }

  @Test(arguments: [
    (401, InboxError.unauthorized), (404, .notFound),
    (418, .invalid("the server answered with HTTP status 418")),
    (502, .unavailable("the server answered with HTTP status 502")),
    (301, .unavailable("the server answered with HTTP status 301")),
  ])
  func `An answer without a failure has the error of its status`(status: Int, error: InboxError) {
    #expect(InboxError(status: status) == error)
  }

  private func expectUnavailable<Value>(
    _ comment: Comment? = nil, _ body: () async throws -> Value
  ) async {
    let error = await #expect(throws: InboxError.self, comment) { _ = try await body() }
    guard case .unavailable? = error else {
      Issue.record("\(String(describing: error)) \(String(describing: comment))")
      return
    }
  }
}
