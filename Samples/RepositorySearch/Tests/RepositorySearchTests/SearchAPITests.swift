// SPDX-License-Identifier: MIT

import FlyingFox
import Foundation
import Runnel
import RunnelBoundary
import RunnelTesting
import Testing

@testable import RepositorySearch

@Suite struct SearchAPITests {
  @Test func `The text is requested over HTTP when typing has paused`() async throws {
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

  @Test func `An error of the server is shown, and the search can be retried`() async throws {
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

  @Test func `An unreachable server is reported`() async throws {
    let nowhere = try #require(URL(string: "http://127.0.0.1:1"))
    let clock = ManualClock()
    let api = SearchAPI(client: .http(nowhere), clock: clock)
    let screen = SearchScreen(api: api)
    screen.input.searchText("swift")
    await clock.advance(by: .milliseconds(300))
    await api.settled(includingEffects: true)
    #expect(screen.output.message.value == "The server cannot be reached.")
  }

  @Test func `A search is canceled when the text changes`() async throws {
    let requested = ValueRecorder<String>()
    let client = SearchClient { text in
      requested.record(text)
      if text == "slow" {
        // There is no answer until the search is canceled.
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
    #expect(requested.values == ["slow", "fast"])
    #expect(try api.output.answer.value.map(\.name) == ["fast"])
    api.input.text("")
    await api.settled()
    #expect(try api.output.answer.value == [])
  }

  /// Runs `body` with a server that answers searches and records the requests.
  ///
  /// The server is busy for the first request for "twice".
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
      return HTTPResponse(statusCode: .ok, body: try JSONEncoder().encode(["items": repositories]))
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
