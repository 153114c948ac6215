// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight
import Testing

@testable import inspector

/// What the tool `dispatch` sends.
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

  @Test func `A dispatched payload keeps its digits, and has one line`() async throws {
    /// A source that takes what is dispatched.
    struct Source: SessionSource {
      let file: String? = nil
      let line: String
      let sent: AsyncStream<String>.Continuation
      func session() throws -> Session { try Session(data: Data(line.utf8)) }
      func restore(after _: Int) {}
      func dispatch(_ typeName: String, _ payload: String) { sent.yield(payload) }
    }
    let header =
      #"{"runnel":2,"start":"2025-01-01T00:00:00.000Z","states":"none","state":"S","#
      + #""accepts":["App.Action"]}"# + "\n"
    let (payloads, sent) = AsyncStream.makeStream(of: String.self)
    var client = MCPClient(Source(line: header, sent: sent), allowingChanges: true)
    _ = await client.initialize("2025-11-25")
    let payload = "{\"a\":\r\n9007199254740993.5,\n\"b\":\"\u{2028}\"}"
    _ = try await client.call("dispatch", ["type": "Action", "payload": .string(payload)])
    var all = payloads.makeAsyncIterator()
    #expect(await all.next() == "{\"a\":  9007199254740993.5, \"b\":\"\u{2028}\"}")
  }
}
