// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight
import Synchronization
import Testing

@testable import inspector

struct MCPClient {
  private var server: MCPServer
  private var nextID = 0

  init(_ source: any SessionSource, allowingChanges: Bool = false) {
    server = MCPServer(source, tools: Tool.all(allowingChanges: allowingChanges))
  }

  mutating func send(_ line: String) async -> JSON? {
    await server.response(to: .text(Data(line.utf8)))
  }

  mutating func request(_ method: String, _ params: JSON = [:]) async -> JSON? {
    nextID += 1
    let message: JSON = [
      "jsonrpc": "2.0", "id": .integer(nextID), "method": .string(method), "params": params,
    ]
    let response = await server.response(to: .text(message.line))
    #expect(response?["id"] == .integer(nextID))
    return response
  }

  mutating func initialize(_ version: String) async -> JSON? {
    let response = await request(
      "initialize",
      [
        "protocolVersion": .string(version), "capabilities": [:],
        "clientInfo": ["name": "test", "version": "1"],
      ])
    return response?["result"]
  }

  /// Calls a tool, and returns the text of the answer, which begins with `error: ` if it is one.
  mutating func call(_ tool: String, _ arguments: JSON = [:]) async throws -> String {
    let response = await request("tools/call", ["name": .string(tool), "arguments": arguments])
    let result = try #require(response?["result"])
    let text = try #require(result["content"]?.elements?.first?["text"]?.text)
    #expect(text.utf8.count <= Answer.limit)
    return (result["isError"] == true ? "error: " : "") + text
  }

  /// Calls a tool with each cursor that it answers, and returns all answers.
  mutating func all(_ tool: String, _ arguments: JSON = [:]) async throws -> [String] {
    var (arguments, answers) = (arguments, [try await call(tool, arguments)])
    while let cursor = answers.last?.firstMatch(of: /again with the cursor "([^"]+)"\.$/)?.1 {
      arguments["cursor"] = .string(String(cursor))
      answers.append(try await call(tool, arguments))
      if answers.count > 1_000 { throw Failure("\(tool) has no end") }
    }
    return answers
  }
}

extension TemporaryFolder {
  /// Returns a client of a recording of these actions.
  func client(
    _ actions: Notes.Action..., states: RecordedStates = .everyAction
  ) async throws -> MCPClient {
    let file = try await Notes.record(actions, states: states, in: self)
    return try await client(of: URL(fileURLWithPath: file))
  }

  func client(of file: URL) async throws -> MCPClient {
    var client = MCPClient(RecordedSource(file.path))
    _ = await client.initialize("2025-11-25")
    return client
  }

  /// Returns a client of a recording with these lines behind a header.
  func client(
    lines: String..., state: String = "App.S", states: String = "none", end: String = "\n"
  ) async throws -> MCPClient {
    let header =
      #"{"runnel":2,"state":"\#(state)","start":"2025-03-01T12:00:00.000Z","n":0,"#
      + #""states":"\#(states)"}"#
    let text = ([header] + lines).joined(separator: "\n") + end
    return try await client(of: write(text, to: "lines.ndjson"))
  }
}

final class Portions: Sendable {
  private let rest: Mutex<Data>
  private let size: Int

  init(_ data: Data, size: Int) {
    rest = Mutex(data)
    self.size = size
  }

  func next() -> Data? {
    rest.withLock { rest in
      let portion = Data(rest.prefix(size))
      rest = Data(rest.dropFirst(size))
      return portion.isEmpty ? nil : portion
    }
  }
}
