// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation
import RepositorySearch
import Runnel
import RunnelBoundary
import RunnelTesting
import Testing

/// Against a real server on this machine.
@Suite struct SearchAPITests {
  @Test func `what is typed is asked for once typing has paused, over HTTP`() async throws {
    try await withServer { server, requests in
      let clock = ManualClock()
      let api = SearchAPI(client: .http(server), clock: clock)
      let screen = SearchScreen(api: api)
      for text in ["s", "sw", "swi ", "swift"] {
        screen.input.searchText(text)
        await clock.advance(by: .milliseconds(100))
      }
      #expect(screen.output.isLoading.value)
      #expect(requests.values == [])
      await clock.advance(by: .milliseconds(200))
      await api.settled(includingEffects: true)
      #expect(requests.values == ["swift"])
      #expect(screen.output.rows.value == ["apple/swift (7)", "runnel/runnel (3)"])
      #expect(screen.output.summary == "2 repositories")
      #expect(!screen.output.isLoading.value)
      #expect(screen.output.message.value == nil)
    }
  }

  @Test func `what the server refuses is told, and may be tried again`() async throws {
    try await withServer { server, requests in
      let clock = ManualClock()
      let api = SearchAPI(client: .http(server), clock: clock)
      let screen = SearchScreen(api: api)
      screen.input.searchText("twice")
      await clock.advance(by: .milliseconds(300))
      await api.settled(includingEffects: true)
      #expect(screen.output.message.value == "The server answered with 503.")
      #expect(screen.output.rows.value == [])
      screen.input.retryTapped()
      await api.settled(includingEffects: true)
      #expect(screen.output.message.value == nil)
      #expect(screen.output.rows.value == ["apple/swift (7)", "runnel/runnel (3)"])
      #expect(requests.values == ["twice", "twice"])
    }
  }

  @Test func `a server that is not there is told, too`() async throws {
    let nowhere = try #require(URL(string: "http://127.0.0.1:1"))
    let clock = ManualClock()
    let api = SearchAPI(client: .http(nowhere), clock: clock)
    let screen = SearchScreen(api: api)
    screen.input.searchText("swift")
    await clock.advance(by: .milliseconds(300))
    await api.settled(includingEffects: true)
    #expect(screen.output.message.value == "The server cannot be reached.")
  }

  @Test func `what is being asked for is given up when something else is typed`() async throws {
    let asked = ValueRecorder<String>()
    let client = SearchClient { text in
      asked.record(text)
      if text == "slow" {
        // Without an answer, until it is given up.
        let (silence, continuation) = AsyncStream<Never>.makeStream()
        for await _ in silence {}
        continuation.finish()
        try Task.checkCancellation()
      }
      return [Repository(id: 1, name: text, stars: 0)]
    }
    let clock = ManualClock()
    let api = SearchAPI(client: client, clock: clock)
    api.input.text("slow")
    await clock.advance(by: .milliseconds(300))
    api.input.text("fast")
    await clock.advance(by: .milliseconds(300))
    await api.settled(includingEffects: true)
    #expect(asked.values == ["slow", "fast"])
    #expect(try api.output.answer.value.map(\.name) == ["fast"])
    api.input.text("")
    await api.settled()
    #expect(try api.output.answer.value == [])
  }

  /// Runs `body` with a server that answers searches, and writes down what it is asked for. It is busy when it
  /// is asked for "twice" the first time.
  private func withServer(
    _ body: (_ address: URL, _ requests: ValueRecorder<String>) async throws -> Void
  ) async throws {
    let requests = ValueRecorder<String>()
    let server = try HTTPServer(address: .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
    await server.appendRoute("GET /search/repositories") { request in
      let text = request.query.first { $0.name == "q" }?.value ?? ""
      requests.record(text)
      if text == "twice", requests.count == 1 {
        return HTTPResponse(statusCode: .serviceUnavailable)
      }
      let repositories = [
        Repository(id: 1, name: "apple/swift", stars: 7),
        Repository(id: 2, name: "runnel/runnel", stars: 3),
      ]
      return HTTPResponse(
        statusCode: .ok, body: try JSONEncoder().encode(["items": repositories]))
    }
    let running = Task { try await server.run() }
    try await server.waitUntilListening()
    guard case .ip4(_, let port) = await server.listeningAddress else {
      throw URLError(.badURL)
    }
    try await body(#require(URL(string: "http://127.0.0.1:\(port)")), requests)
    await server.stop()
    _ = await running.result
  }
}
