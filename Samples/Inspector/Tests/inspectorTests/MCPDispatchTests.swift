// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight
import Synchronization
import Testing

@testable import inspector

@Suite struct MCPDispatchTests {
  @Test func `A type of actions is an exact name, or the end of one accepted name only`() throws {
    let accepted = ["App.Cart.Action", "App.Search.Action", "Search.Action", "Other.Event"]
    for (name, type) in [
      ("App.Cart.Action", "App.Cart.Action"), ("Cart.Action", "App.Cart.Action"),
      ("Search.Action", "Search.Action"), ("Event", "Other.Event"),
    ] {
      #expect(try Tool.acceptedType(name, among: accepted) == type)
    }
    let ambiguous = #expect(throws: Failure.self) {
      try Tool.acceptedType("Action", among: accepted)
    }
    #expect(
      ambiguous.map { "\($0)" }
        == "Action can be App.Cart.Action or App.Search.Action or Search.Action")
    for name in ["", ".", "ction", "Cart"] {
      #expect(throws: Failure.self) { try Tool.acceptedType(name, among: accepted) }
    }
  }

  /// A source that takes what is dispatched, or waits.
  private struct Source: SessionSource {
    let file: String? = nil
    let take: @Sendable (String) async -> Void

    func session() throws -> Session {
      let header =
        #"{"runnel":2,"start":"2025-01-01T00:00:00.000Z","states":"none","state":"S","#
        + #""accepts":["App.Action"]}"# + "\n"
      return try Session(data: Data(header.utf8))
    }

    func restore(after _: Int) {}
    func dispatch(_ typeName: String, _ payload: String) async { await take(payload) }
  }

  private func message(_ id: Int, _ method: String, _ params: JSON) -> LineReader.Line {
    let message: JSON = [
      "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params,
    ]
    return .text(message.line)
  }

  @Test(.timeLimit(.minutes(10)))
  func `No more than 64 changes wait for an app that reads nothing`() async throws {
    let (reading, reads) = AsyncStream.makeStream(of: Void.self)
    let call: JSON = ["name": "dispatch", "arguments": ["type": "Action", "payload": "1"]]
    let answers = Mutex(0)
    var (count, answersBefore): (Int, Int?) = (0, nil)
    let source = Source { _ in for await _ in reading { break } }
    var server = MCPServer(source, tools: Tool.all(allowingChanges: true))
    await server.run(
      {
        defer { count += 1 }
        switch count {
        case 0: return message(0, "initialize", ["protocolVersion": "2025-11-25"])
        case 65:
          // Much later than a server without the limit asks for the next line.
          Task {
            for _ in 0..<10_000 { await Task.yield() }
            reads.finish()
          }
        case 66: answersBefore = answers.withLock { $0 } - 1
        case 67: return nil
        default: break
        }
        return message(count, "tools/call", call)
      }, write: { _ in answers.withLock { $0 += 1 } })
    // The last one was read when another one had been answered, and all were answered in the end.
    #expect(answersBefore ?? 0 > 0)
    #expect(answers.withLock { $0 } == 67)
  }

  @Test(.timeLimit(.minutes(10)))
  func `Questions are answered while an app takes its time to read a message`() async throws {
    let (reading, reads) = AsyncStream.makeStream(of: Void.self)
    let (responses, response) = AsyncStream.makeStream(of: JSON.self)
    let call: JSON = ["name": "dispatch", "arguments": ["type": "Action", "payload": "1"]]
    var lines = [
      message(1, "initialize", ["protocolVersion": "2025-11-25"]), message(2, "tools/call", call),
      message(3, "tools/call", call), message(4, "tools/call", ["name": "overview"]),
      message(5, "ping", [:]),
    ]
    let source = Source { _ in for await _ in reading { break } }
    var server = MCPServer(source, tools: Tool.all(allowingChanges: true))
    await server.run(
      {
        if lines.isEmpty { for _ in 0..<2 { reads.yield() } }
        return lines.isEmpty ? nil : lines.removeFirst()
      }, write: { response.yield(try JSONDecoder().decode(JSON.self, from: $0)) })
    response.finish()
    var ids: [Int] = []
    for await response in responses { ids += [response["id"]?.integer ?? 0] }
    #expect(ids == [1, 4, 5, 2, 3])
  }

  @Test func `A dispatched payload keeps its digits, and has one line`() async throws {
    let (payloads, sent) = AsyncStream.makeStream(of: String.self)
    var client = MCPClient(Source { sent.yield($0) }, allowingChanges: true)
    _ = await client.initialize("2025-11-25")
    let payload = "{\"a\":\r\n9007199254740993.5,\n\"b\":\"\u{2028}\"}"
    _ = try await client.call("dispatch", ["type": "Action", "payload": .string(payload)])
    var all = payloads.makeAsyncIterator()
    #expect(await all.next() == "{\"a\":  9007199254740993.5, \"b\":\"\u{2028}\"}")
  }
}
