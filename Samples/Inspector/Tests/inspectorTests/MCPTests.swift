// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing

@testable import inspector

/// The messages of the Model Context Protocol, without a process.
@Suite struct MCPTests {
  private let folder = TemporaryFolder()

  private func client(_ version: String? = "2025-11-25") async throws -> MCPClient {
    var client = MCPClient(
      RecordedSource(try await Notes.record([.add("tea"), .save], in: folder)))
    if let version { _ = await client.initialize(version) }
    return client
  }

  @Test(arguments: [
    ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"),
    ("2024-11-05", "2024-11-05"), ("2026-07-28", "2025-11-25"), ("1999-01-01", "2025-11-25"),
    ("", "2025-11-25"),
  ])
  func `The server agrees to a version that it has, and offers the newest one otherwise`(
    requested: String, agreed: String
  ) async throws {
    var client = try await client(nil)
    let result = await client.initialize(requested)
    #expect(result?["protocolVersion"] == .string(agreed))
    #expect(result?["capabilities"] == ["tools": [:], "resources": [:]])
    #expect(result?["serverInfo"]?["name"] == "runnel-inspector")
    #expect(await client.send(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
  }

  @Test func `A version since 2026-07-28 is in each request, and needs no initialize`()
    async throws
  {
    var client = try await client(nil)
    func meta(_ version: String) -> JSON {
      [
        "_meta": [
          "io.modelcontextprotocol/protocolVersion": .string(version),
          "io.modelcontextprotocol/clientCapabilities": [:],
        ]
      ]
    }
    let found = await client.request("server/discover", meta("2026-07-28"))?["result"]
    #expect(found?["supportedVersions"] == ["2026-07-28"])
    #expect(found?["resultType"] == "complete" && found?["ttlMs"] == 0)
    let list = await client.request("tools/list", meta("2026-07-28"))?["result"]
    #expect(list?["tools"]?.elements?.count == 9 && list?["cacheScope"] == "private")
    var call = meta("2026-07-28")
    call["name"] = "overview"
    let answer = await client.request("tools/call", call)?["result"]
    #expect(answer?["isError"] == false && answer?["resultType"] == "complete")
    var gone = meta("2026-07-28")
    gone["uri"] = "runnel://other"
    #expect(await client.request("resources/read", gone)?["error"]?["code"] == -32602)
    #expect(await client.request("ping", meta("2026-07-28"))?["error"]?["code"] == -32601)
    let other = await client.request("tools/list", meta("2030-01-01"))?["error"]
    #expect(other?["code"] == -32022 && other?["data"]?["requested"] == "2030-01-01")
    #expect(other?["data"]?["supported"]?.elements?.first == "2026-07-28")
    let incomplete: JSON = ["_meta": ["io.modelcontextprotocol/protocolVersion": "2026-07-28"]]
    #expect(await client.request("tools/list", incomplete)?["error"]?["code"] == -32602)
    // A client of an earlier version falls back to `initialize`.
    #expect(await client.request("server/discover")?["error"]?["code"] == -32600)
    #expect(await client.request("tools/list")?["error"]?["code"] == -32600)
    #expect(await client.request("ping")?["result"] == [:])
  }

  @Test(arguments: [
    ("hello", -32700), (#"{"jsonrpc":"2.0","id":1,"method":"ping""#, -32700),
    ("\u{0}\u{1}", -32700), (String(repeating: "[", count: 100_000), -32700),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":\#(nested(32))}"#, -32700),
    (#"{"jsonrpc":"2.0","id":1e400,"method":"ping"}"#, -32700), ("1", -32600), ("[]", -32600),
    ("null", -32600), (#""ping""#, -32600),
    (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
    (#"{"id":1,"method":"ping"}"#, -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1}"#, -32600), (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":"\#(String(repeating: "9", count: 5_000))","method":"ping"}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"prompts/list"}"#, -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"x"}}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"restore"}}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"resources/read"}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc"}}"#, -32002),
  ])
  func `A wrong message is answered with an error, and the next one as usual`(
    line: String, code: Int
  ) async throws {
    var client = try await client()
    let response = await client.send(line)
    #expect(response?["error"]?["code"] == .integer(code))
    #expect(response?["jsonrpc"] == "2.0" && response?["result"] == nil)
    #expect(await client.request("ping")?["result"] == [:])
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: #"{"]\"[":"#, count: depth) + "1" + String(repeating: "}", count: depth)
  }

  @Test func `A message can be nested 32 deep, and texts have any brackets`() async throws {
    var client = try await client()
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping","params":\#(Self.nested(31))}"#
    #expect(await client.send(ping)?["result"] == [:])
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "", "  \r",
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
    #"{"jsonrpc":"2.0","method":"tools/call","params":{"name":"overview"}}"#,
    #"{"jsonrpc":"2.0","method":"unknown","params":[]}"#,
    #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
    #"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}"#,
  ])
  func `Notifications and responses have no response`(line: String) async throws {
    var client = try await client()
    #expect(await client.send(line) == nil)
  }

  @Test func `An ID comes back as it was`() async throws {
    var client = try await client()
    for id in ["0", "-7", "9223372036854775807", "\"\"", "\"a \\u0000 é\""] {
      let response = await client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
      let expected = try JSONDecoder().decode(JSON.self, from: Data(id.utf8))
      #expect(response == ["jsonrpc": "2.0", "id": expected, "result": [:]])
    }
  }

  @Test(arguments: ["2025-03-26", "2024-11-05"])
  func `A version with batches has them answered in one line`(version: String) async throws {
    var client = try await client(version)
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let other = #"{"jsonrpc":"2.0","method":"notifications/initialized"},7"#
    let responses = await client.send("[\(ping),\(other),\(ping)]")
    #expect(responses?.elements?.map { $0["error"]?["code"] } == [nil, -32600, nil])
    #expect(await client.send(#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#) == nil)
    let many = "[" + Array(repeating: ping, count: 101).joined(separator: ",") + "]"
    for wrong in ["[]", many] {
      #expect(await client.send(wrong)?["error"]?["code"] == -32600)
    }
    let initialize = #"[{"jsonrpc":"2.0","id":5,"method":"initialize","params":{}}]"#
    #expect(await client.send(initialize)?.elements?.first?["error"]?["code"] == -32600)
  }

  @Test func `The tools have schemas, and only those that change the app say so`() async throws {
    let names = Tool.all(allowingChanges: false).map(\.name)
    #expect(
      names == [
        "overview", "actions", "why", "changes", "state", "effects", "subscriptions", "graph",
        "test",
      ])
    let all = Tool.all(allowingChanges: true)
    #expect(all.map(\.name) == names + ["restore", "dispatch"])
    for tool in all.map(\.description) {
      let (hints, isChanging) = (tool["annotations"], !names.contains(tool["name"]?.text ?? ""))
      #expect(hints?["readOnlyHint"] == .bool(!isChanging))
      #expect(hints?["destructiveHint"] == .bool(isChanging))
      #expect(tool["inputSchema"]?["type"] == "object")
      #expect(tool["description"]?.text?.isEmpty == false)
    }
  }

  @Test func `The resources are the header and the graph`() async throws {
    var client = try await client()
    let list = await client.request("resources/list")?["result"]?["resources"]?.elements
    let uris = try #require(list).compactMap { $0["uri"]?.text }
    #expect(uris == ["runnel://session/header", "runnel://session/graph"])
    var texts: [String] = []
    for uri in uris {
      let result = await client.request("resources/read", ["uri": .string(uri)])?["result"]
      texts.append(try #require(result?["contents"]?.elements?.first?["text"]?.text))
    }
    let header = try JSONDecoder().decode(JSON.self, from: Data(texts[0].utf8))
    #expect(header["state"] == "inspectorTests.Notes.State" && header["states"] == "everyAction")
    #expect(texts[1].hasPrefix("flowchart LR\n"))
    let templates = await client.request("resources/templates/list")?["result"]
    #expect(templates == ["resourceTemplates": []])
  }

  @Test(arguments: [1, 7, 64, 1_000])
  func `Lines are read from portions of any size, and one that is too long is skipped`(
    size: Int
  ) async throws {
    let long = String(repeating: "x", count: 200)
    let text = "a\n\n\(long)\n\(long)\(long)\r\nb\r\n\(long.prefix(100))\nhalf a line"
    var reader = lines(of: Data(text.utf8), limit: 100, size: size)
    var read: [LineReader.Line] = []
    while let line = reader.next() { read.append(line) }
    let texts = ["a", "", nil, nil, "b\r", String(long.prefix(100))]
    #expect(read == texts.map { $0.map { .text(Data($0.utf8)) } ?? .tooLong })
  }

  @Test func `A line that is too long is an error, and the end of the input ends the server`()
    async throws
  {
    let file = try await Notes.record([.add("tea")], in: folder)
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"
    let text = String(repeating: "x", count: 300) + "\n" + ping + "\u{FEFF}\n" + ping.dropLast(5)
    var server = MCPServer(RecordedSource(file), tools: [])
    var reader = lines(of: Data(text.utf8), limit: 256, size: 64)
    let output = Mutex(Data())
    await server.run({ reader.next() }, write: { bytes in output.withLock { $0 += bytes } })
    let written = output.withLock { $0 }
    let responses = try written.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(JSON.self, from: $0)
    }
    #expect(responses.map { $0["error"]?["code"] } == [-32600, nil, -32700])
    #expect(written.last == UInt8(ascii: "\n"))
  }

  @Test func `A client that has gone ends the server`() async throws {
    let file = try await Notes.record([.add("tea")], in: folder)
    var server = MCPServer(RecordedSource(file), tools: [])
    let ping = Data(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.utf8)
    var count = 0
    await server.run(
      {
        count += 1
        return .text(ping)
      }, write: { _ in throw Failure("no reader") })
    #expect(count == 1)
  }

  @Test func `The command writes nothing but messages, and ends with its input`() async throws {
    let file = try await Notes.record([.add("tea")], in: folder)
    let input = """
      {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
      {"jsonrpc":"2.0","method":"notifications/initialized"}
      nonsense
      {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"overview"}}
      {"jsonrpc":"2.0","id":3,"me
      """
    let run = try await Program.run(["mcp", file], input: input)
    #expect(run.status == 0 && run.errors == "")
    let responses = try run.output.split(separator: "\n").map {
      try JSONDecoder().decode(JSON.self, from: Data($0.utf8))
    }
    #expect(responses.map { $0["id"] } == [1, .null, 2])
    for arguments in [["mcp"], ["mcp", file, "--live"], ["mcp", file, "--allow-changes"]] {
      #expect(try await Program.run(arguments).status == 64)
    }
  }

  private func lines(of data: Data, limit: Int, size: Int) -> LineReader {
    let portions = Portions(data, size: size)
    return LineReader(limit: limit) { portions.next() }
  }
}
