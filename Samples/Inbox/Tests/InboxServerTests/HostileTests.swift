// SPDX-License-Identifier: MIT

import Foundation
import InboxClient
import InboxTesting
import InboxWire
import Testing

@testable import InboxServer

/// Requests that a client of the protocol doesn't send.
@Suite struct HostileTests {
  /// Sends a request, and returns the status and the failure of the answer.
  private func failure(
    _ server: RunningServer, _ line: String, token: String? = nil, body: Data = Data()
  ) async throws -> (Int, WireFailure) {
    let socket = try RawSocket(server.url)
    let request = """
      \(line) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token ?? "")\r
      Connection: close\r\nContent-Length: \(body.count)\r\n\r\n
      """
    try await socket.send(Data(request.utf8) + body)
    let answer = try await socket.readToEnd()
    let end = try #require(answer.range(of: Data("\r\n\r\n".utf8)))
    let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
    #expect(head.contains("Content-Type: application/json"))
    let status = Int(head.split(separator: " ")[1]) ?? 0
    return (status, try JSONDecoder().decode(WireFailure.self, from: answer[end.upperBound...]))
  }

  @Test(arguments: [
    ("GET /", 404), ("GET /v1", 404), ("GET /v1/nothing", 404), ("GET /v2/threads", 404),
    ("GET /v1/threads/", 404), ("GET /v1/threads/t1/other", 404),
    ("GET /v1/../v1/threads/x/y/z", 404), ("PUT /v1/threads", 405),
    ("DELETE /v1/messages", 405), ("PATCH /v1/sessions", 405), ("POST /v1/changes", 405),
    ("GET /v1/%zz", 400), ("GET /v1/threads?limit=0", 400),
    ("GET /v1/threads?limit=201", 400), ("GET /v1/threads?limit=1e3", 400),
    ("GET /v1/threads?limit=99999999999999999999", 400),
    ("GET /v1/threads?limit=1&limit=2", 400), ("GET /v1/threads?search=%ff", 400),
    ("GET /v1/threads?search=%00", 400), ("GET /v1/threads?before=m01", 404),
    ("GET /v1/threads?before=t1", 404), ("GET /v1/threads/t0/messages", 404),
    ("GET /v1/threads/t-1/messages", 404),
    ("GET /v1/threads/t99999999999999999999/messages", 404),
    ("GET /v1/threads/%27%20OR%201=1/messages", 404), ("GET /v1/changes", 400),
    ("GET /v1/changes?since=-1", 400), ("GET /v1/changes?since=0&limit=1001", 400),
    ("GET /v1/changes?since=x", 400), ("GET /v1/changes?since=9", 400),
    ("GET /v1/changes?since=0&wait=11", 400),
  ])
  func `An invalid address has a failure`(line: String, status: Int) async throws {
    try await RunningServer.run { server in
      let token = try await server.logIn().token ?? ""
      let (answer, failure) = try await failure(server, line, token: token)
      #expect(answer == status, "\(failure)")
    }
  }

  @Test(arguments: [
    "", "{", "null", "[]", "{}", "\"\"", "{\"clientID\":1,\"text\":\"a\"}",
    "{\"clientID\":\"c\",\"subject\":\"s\"}",
    "{\"clientID\":\"c\",\"subject\":\"s\",\"text\":\"\\ud800\"}",
    String(repeating: "[", count: 100_000),
    "{\"clientID\":\"c\",\"subject\":\"s\",\"text\":\"\\u0000\"}",
  ])
  func `An invalid body has a failure`(body: String) async throws {
    try await RunningServer.run { server in
      let token = try await server.logIn().token ?? ""
      let (status, failure) = try await failure(
        server, "POST /v1/messages", token: token, body: Data(body.utf8))
      #expect(status == 400 && failure.code == .invalid, "\(failure)")
    }
  }

  @Test(arguments: [1, 3, 20])
  func `A body beyond the limit has a failure`(megabytes: Int) async throws {
    try await RunningServer.run { server in
      let count = megabytes << 20 + 1
      let (status, failure) = try await failure(
        server, "POST /v1/sessions", body: Data(repeating: 0x20, count: count))
      #expect(status == 413 && failure.code == .invalid)
    }
  }

  @Test(arguments: ["\r\n\r\n", "nonsense\r\n\r\n", "GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n"])
  func `What isn't HTTP ends the connection, and no other one`(text: String) async throws {
    try await RunningServer.run { server in
      let ada = try await server.logIn()
      let socket = try RawSocket(server.url)
      try await socket.send(text)
      #expect(try await socket.readToEnd().isEmpty)
      _ = try await ada.threads()
    }
  }

  @Test func `A client that sends no request loses its connection`() async throws {
    try await RunningServer.run({ $0.patience.read = .milliseconds(50) }) { server in
      let socket = try RawSocket(server.url)
      try await socket.send("GET / HTTP/1.1\r\nHost")
      #expect(try await socket.readToEnd().isEmpty)
    }
  }
}
