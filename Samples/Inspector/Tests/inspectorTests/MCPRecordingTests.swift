// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight
import Testing

@testable import inspector

/// What the tools answer of a recording that is missing, incomplete, damaged or hostile.
@Suite struct MCPRecordingTests {
  private let folder = TemporaryFolder()

  @Test func `Missing states and deliveries are errors that say how to record them`() async throws {
    var client = try await folder.client(.add("a"), .add("b"), .add("c"), states: .none)
    #expect(
      try await client.call("changes", ["action": 2])
        == "error: the states around action 2 aren't recorded; record with `states: .everyAction`, "
        + "or ask for the state after the last action")
    #expect(try await client.call("state", ["after": 2]).hasPrefix("error: the states around"))
    #expect(try await client.call("changes", ["path": "texts"]).contains("aren't recorded"))
    #expect(try await client.call("test", ["action": 3, "from": 2]).contains("leave out `from`"))
  }

  @Test func `A file is read when it is there, and again when it has changed`() async throws {
    let url = folder.url.appendingPathComponent("session.ndjson")
    var client = try await folder.client(of: url)
    let missing = try await client.call("overview")
    #expect(
      missing.hasPrefix("error: ") && missing.contains("store.record(to:) writes such a file"))
    client = try await folder.client(.add("tea"))
    let link = folder.url.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    var linked = try await folder.client(of: link)
    #expect(try await client.call("overview").contains("\n1 action,"))
    #expect(try await linked.call("overview").contains("\n1 action,"))
    _ = try await folder.client(.add("tea"), .add("milk"))
    #expect(try await client.call("overview").contains("\n2 actions"))
    #expect(try await linked.call("overview").contains("\n2 actions"))
  }

  @Test func `A FIFO, which can be read once and may have no end, is an error`() async throws {
    let url = folder.url.appendingPathComponent("fifo")
    #expect(mkfifo(url.path, 0o600) == 0)
    var client = try await folder.client(of: url)
    #expect(try await client.call("overview") == "error: \(url.path) isn't a file")
  }

  @Test(arguments: [
    ("", "the file is empty"), ("hello\n", "line 1: "), ("{\"runnel\":9}\n", "line 1: "),
  ])
  func `A file that isn't a recording is an error of each tool, with the line`(
    text: String, reason: String
  ) async throws {
    var client = try await folder.client(of: folder.write(text, to: "bad"))
    for (tool, arguments): (String, JSON) in [
      ("overview", [:]), ("actions", [:]), ("why", ["action": 1]), ("state", [:]),
      ("changes", ["path": "a"]), ("effects", [:]), ("subscriptions", [:]), ("graph", [:]),
      ("test", ["action": 1]),
    ] {
      let answer = try await client.call(tool, arguments)
      #expect(answer.hasPrefix("error: ") && answer.contains(reason), "\(answer)")
    }
    let uri: JSON = ["uri": "runnel://session/header"]
    #expect(await client.request("resources/read", uri)?["error"]?["code"] == -32603)
  }

  @Test func `Damaged lines are in the overview, and a difference that doesn't fit is an error`()
    async throws
  {
    var client = try await folder.client(
      lines: #"{"n":0,"t":0,"state":{}}"#, "nonsense",
      #"{"n":1,"t":1,"type":"A","payload":{},"diff":[[["a","b"],1]]}"#, states: "everyAction",
      end: "\n{\"n\":2,")
    let overview = try await client.call("overview")
    #expect(overview.contains("\n  line 3: it isn't a JSON object"))
    #expect(overview.hasSuffix("\nThe last line is incomplete and was ignored."))
    #expect(
      try await client.call("state") == "error: line 4: its `diff` doesn't fit the state before")
    client = try await folder.client(
      lines: "nonsense", #"{"n":1,"t":1,"type":"A","payload":{},"diff":[]}"#,
      states: "everyAction")
    #expect(
      try await client.call("state").hasPrefix(
        "error: the states around action 1 can't be read, since line 2 of the recording is damaged")
    )
  }

  @Test func `Texts of a hostile recording make no answer long, and hide nothing`() async throws {
    let long = String(repeating: "long ", count: 8_000)
    let header =
      #"{"runnel":2,"app":"\#(long)","state":"\#(long)","start":"2025-03-01T12:00:00.000Z","n":0,"#
      + #""states":"none"}"#
    var lines = [header]
    for number in 1...30 {
      lines.append(
        #"{"n":\#(number),"t":0,"type":"\#(long)\#(number)","text":"a\nb\u202e\u{E0041}\u001b","#
          + #""file":"\#(long)","line":1,"address":"\#(long)","changed":["\#(long)"]}"#)
      lines.append(
        #"{"t":0,"effect":\#(number),"event":"began","name":"\#(long)","ids":[],"file":"a","line":1}"#
      )
      lines.append(
        #"{"n":\#(number),"t":0,"consumer":"\#(long)\#(number)","slice":"\\S","took":1}"#)
    }
    var client = try await folder.client(
      of: folder.write(lines.joined(separator: "\n") + "\n", to: "big"))
    for (tool, arguments): (String, JSON) in [
      ("overview", [:]), ("actions", [:]), ("why", ["action": 1]), ("effects", [:]),
      ("subscriptions", [:]), ("graph", [:]), ("test", ["action": 1]),
      ("why", ["action": 31]), ("changes", ["path": .string(long)]),
    ] {
      let answer = try await client.call(tool, arguments)
      let hidden = answer.unicodeScalars.filter { $0 != "\n" && mustBeEscaped($0) }
      #expect(hidden.isEmpty, "\(tool)")
    }
    for uri in SessionResource.allCases {
      let read = await client.request("resources/read", ["uri": .string(uri.rawValue)])
      let text = read?["result"]?["contents"]?.elements?.first?["text"]?.text
      #expect((text?.utf8.count ?? .max) <= Answer.limit)
    }
  }
}
