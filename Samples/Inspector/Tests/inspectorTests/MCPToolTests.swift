// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelInsight
import Testing

@testable import inspector

@Suite struct MCPToolTests {
  private let folder = TemporaryFolder()

  @Test func `The overview counts actions, and names effects that run or failed`() async throws {
    var client = try await folder.client(.add("tea"), .save, .add("milk"))
    let text = try await client.call("overview")
    #expect(text.contains("inspectorTests.Notes.State · "))
    #expect(text.contains("4 actions, 1 effect, "))
    #expect(text.contains(", from action 1 to 4\nstates: everyAction\nTypes of actions:\n"))
    #expect(text.contains("  2 × Notes.Action.add, reduced in at most "))
    #expect(!text.contains("Running effects"))
  }

  @Test func `Actions are filtered, and come in both directions`() async throws {
    var client = try await folder.client(.add("tea"), .save, .add("milk"))
    func numbers(_ arguments: JSON) async throws -> [Int] {
      try await client.call("actions", arguments).split(separator: "\n")
        .compactMap { $0.firstMatch(of: #/^[\d.]+s  (\d+) /#).flatMap { Int($0.1) } }
    }
    #expect(try await numbers([:]) == [1, 2, 3, 4])
    #expect(try await numbers(["newestFirst": true]) == [4, 3, 2, 1])
    #expect(try await numbers(["text": "MILK"]) == [4])
    #expect(try await numbers(["type": "notes", "text": "save"]) == [2, 3])
    #expect(try await numbers(["type": "milk"]) == [])
    #expect(try await numbers(["file": "Notes.swift"]) == [3])
    #expect(try await numbers(["address": "rows"]) == [])
    #expect(try await numbers(["toTime": -1]) == [])
    #expect(try await numbers(["fromTime": 0, "toTime": .number(1e9), "limit": 2]) == [1, 2])
    let first = try await client.call("actions", ["limit": 1, "newestFirst": true])
    let cursor = try #require(first.firstMatch(of: /cursor "([^"]+)"/)?.1)
    let next: JSON = ["cursor": .string(String(cursor)), "limit": 1, "newestFirst": true]
    #expect(try await numbers(next) == [3])
    #expect(try await client.call("actions", ["text": "no such"]) == "There is nothing.")
  }

  @Test func `An action is explained with its causes, content and observers`() async throws {
    var client = try await folder.client(.add("tea"), .save, .add("milk"))
    let text = try await client.call("why", ["action": 3])
    #expect(
      text.hasPrefix("Notes.Action.saved (action 3) was dispatched at inspectorTests/Notes.swift:"))
    #expect(text.contains("by effect run \"save\" of\naction 2, Notes.Action.save"))
    #expect(text.contains("\nIt led to no other action, unless an observer on another queue "))
    #expect(text.contains("\ncontent  {\"saved\":{}}\n"))
    #expect(text.contains("\nchanged  isSaved: false → true\n"))
    let second = try await client.call("why", ["action": 2])
    #expect(second.contains("\nIt led to action 3, Notes.Action.saved.\nIt began effect "))
    #expect(second.contains(": finished\n") && second.contains("\nchanged  nothing\n"))
    let first = try await client.call("why", ["action": 1])
    #expect(first.contains("\nreceived by "))
    #expect(
      try await client.call("why", ["action": 40])
        == "error: there is no action 40; `actions` lists those from 1 to 4")
  }

  @Test func `The reducers of an action are named, whose time is measured together`() async throws {
    var client = try await folder.client(
      lines: #"{"n":1,"type":"T","text":"t","reduce":5000,"changed":["\\S.a","\\S.b"]}"#,
      #"{"n":2,"type":"T","text":"t","changed":["\\S"]}"#, #"{"n":3,"type":"T","text":"t"}"#)
    for (number, names) in [
      (1, #"the reducers of \S.a, \S.b"#), (2, #"the reducer of \S"#), (3, "no reducer"),
    ] {
      let text = try await client.call("why", ["action": .integer(number)])
      #expect(text.contains("μs by \(names), with 0 pending\n"))
    }
  }

  @Test func `Changes are those of an action, or of a part of the state`() async throws {
    var client = try await folder.client(.add("tea"), .save, .add("milk"))
    #expect(try await client.call("changes", ["action": 3]) == "isSaved: false → true")
    #expect(try await client.call("changes", ["action": 2]) == "Action 2 changed nothing.")
    #expect(
      try await client.call("changes", ["action": 4, "path": "texts"])
        == "texts[1]: none → \"milk\"")
    let isSaved = try await client.call("changes", ["path": "isSaved"])
    #expect(isSaved.matches(of: /isSaved: (\w+) → (\w+)/).map(\.2) == ["false", "true", "false"])
    #expect(isSaved.contains(" 3 Notes.Action.saved at "))
    let second = try await client.call("changes", ["path": "texts[1]"])
    #expect(second.contains("milk") && !second.contains("tea"))
    #expect(
      try await client.call("changes", ["text": "MILK"]).hasSuffix("\n  texts[1]: none → \"milk\""))
    #expect(try await client.call("changes", ["text": "no such"]) == "No action changed it.")
    #expect(
      try await client.call("changes", ["path": "text"]) == "No action changed it. At the end, the "
        + "state has no `text`: it is an object of 2, with isSaved, texts.")
    #expect(try await client.call("changes").hasPrefix("error: `changes` needs the number"))
  }

  @Test func `A row is called by its ID, wherever it is, or found by its place at the end`()
    async throws
  {
    var client = try await folder.client(
      lines: #"{"n":0,"t":0,"state":{"rows":[{"id":7,"x":0},{"id":8,"x":0}]}}"#,
      #"{"n":1,"type":"T","text":"t","diff":[[["rows",1,"x"],1]]}"#,
      #"{"n":2,"type":"T","text":"t","diff":[[["rows",0,"id"],9],[["rows",0,"x"],5],"#
        + #"[["rows",1,"id"],7],[["rows",1,"x"],0],[["rows",2],{"id":8,"x":2}]]}"#,
      states: "everyAction")
    #expect(
      try await client.call("changes", ["action": 2])
        == #"rows[id 9]: inserted at 0: {"id":9,"x":5}"# + "\nrows[id 8].x: 1 → 2")
    let changes = try await client.call("changes", ["path": "rows[id 8].x"])
    #expect(changes.matches(of: #/\n  rows.id 8..x: (\d) → (\d)/#).map(\.2) == ["1", "2"])
    let last = try await client.call("changes", ["path": "rows[2].x"])
    #expect(last == "At the end, rows[2].x is rows[id 8].x.\n" + changes)
    #expect(
      try await client.call("changes", ["action": 1, "path": "rows[1].x"])
        == "rows[id 8].x: 0 → 1")
    #expect(
      try await client.call("changes", ["path": "rows[id 7]"])
        == "No action changed it.")
    #expect(
      try await client.call("state", ["path": "rows[id 4]"])
        == "error: the state has no `rows[id 4]`: `rows` is an array of 3, with rows[id 9], "
        + "rows[id 7], rows[id 8]")
  }

  @Test func `Effects from before the recording aren't counted, but mentioned`() async throws {
    var client = try await folder.client(
      lines: #"{"t":1,"effect":5,"event":"began","name":"run"}"#,
      #"{"n":1,"type":"T","text":"t","effect":3}"#, #"{"n":2,"type":"T","text":"t","effect":3}"#,
      #"{"t":2,"effect":4,"event":"ended","outcome":"finished"}"#)
    let text = try await client.call("overview")
    #expect(text.contains("2 actions, 1 effect and 1 that began before the recording, 0 del"))
  }

  @Test func `The state is shown whole or in part`() async throws {
    var client = try await folder.client(.add("tea"), .save, .add("a.b\u{202E}\u{1F512}"))
    let whole = try await client.call("state", ["after": 3])
    #expect(whole == "After action 3, the state is:\n{\"isSaved\":true,\"texts\":[\"tea\"]}")
    let part = try await client.call("state", ["path": "texts[1]"])
    // A character that nobody sees is escaped, as JSON does.
    #expect(part == "After action 4, texts[1] is:\n\"a.b\\u202e\u{1F512}\"")
    #expect(
      try await client.call("state", ["path": "texts[7]"])
        == "error: the state has no `texts[7]`: `texts` is an array of 2, with texts[0], texts[1]")
    #expect(
      try await client.call("state", ["path": "isSaved.x"])
        == "error: the state has no `isSaved.x`: `isSaved` is a value")
    #expect(try await client.call("state", ["after": 0]).hasSuffix("\"texts\":[]}"))
    #expect(try await client.call("state", ["after": 70]).contains("the session has no action 70"))
  }

  @Test func `A long part is shown as the parts in it, which all come with cursors`() async throws {
    let objects = (0..<2_000).map { #"{"a.b":{"id":\#($0)},"id":\#($0)}"# }
    let long = String(repeating: #"\"{[é"#, count: 8_000)
    let state =
      #"{"long":"\#(long)","n":12345678901234567890.50,"rows":[\#(objects.joined(separator: ","))]}"#
    var client = try await folder.client(lines: #"{"n":0,"t":0,"state":\#(state)}"#)
    let whole = try await client.call("state")
    #expect(whole.contains("\nlong: value, 48002 bytes\nn: 12345678901234567890.50\n"))
    #expect(whole.contains("\nrows: array of 2000, "))
    let rows = try await client.all("state", ["path": "rows"])
    let ids = rows.joined().matches(of: #/rows\[id (\d+)\]: /#).compactMap { Int($0.1) }
    #expect(ids == Array(0..<2_000) && rows.count > 5)
    for path in ["rows[7].a.b.id", "rows[id 7].a.b.id"] {
      let id = try await client.call("state", ["path": .string(path)])
      #expect(id == "After action 0, rows[id 7].a.b.id is:\n7")
    }
    #expect(try await client.call("state", ["path": "long"]).hasSuffix("… (48002 bytes)"))
  }

  @Test func `Effects, observers and the graph are listed`() async throws {
    var client = try await folder.client(.add("tea"), .save)
    let effects = try await client.call("effects")
    #expect(effects.contains(" run (save) at inspectorTests/Notes.swift:"))
    #expect(effects.contains(", of action 2: finished after "))
    #expect(try await client.call("effects", ["outcome": "failed"]) == "There is nothing.")
    #expect(try await client.call("effects", ["text": "SAVE"]) == effects)
    let observers = try await client.call("subscriptions")
    #expect(observers.contains(" observes \\State.texts: "))
    #expect(try await client.call("graph").hasPrefix("flowchart LR\n"))
    #expect(try await client.call("graph", ["format": "dot"]).hasPrefix("digraph store {"))
    #expect(
      try await client.call("graph", ["format": "png"])
        == "error: `format` must be mermaid, dot or json")
  }

  @Test func `A test decodes the recorded actions, and names what it can't decode`() async throws {
    var client = try await folder.client(.add("tea"), .save, .add("\"##\n"))
    let text = try await client.call("test", ["action": 4, "reducer": "Notes.reducer"])
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[1] == "  var state = Notes.State()")
    #expect(
      lines[2]
        == ###"  Notes.reducer.reduce(&state, try JSONDecoder().decode(Notes.Action.self, from: "###
        + ###"Data(##"{"add":{"_0":"tea"}}"##.utf8)))"###)
    #expect(lines[5].contains(####"Data(###"{"add":{"_0":"\"##\n"}}"###.utf8)"####))
    #expect(text.contains("  //   texts[1]: none → "))
    #expect(text.contains("session.minimized(from: Notes.State(), reducer: Notes.reducer)"))
    let part = try await client.call("test", ["action": 3, "from": 3])
    #expect(
      part.contains(###"Notes.State.self, from: Data(##"{"isSaved":false,"texts":["tea"]}"##"###))
    #expect(!part.contains("save\":{}"))
    let wrong = try await client.call("test", ["action": 1, "from": 2])
    #expect(wrong == "error: `from` comes after `action`")
    client = try await folder.client(
      lines: #"{"n":1,"t":0,"type":"App.Secret","hidden":true,"changed":[]}"#,
      #"{"n":2,"t":0,"type":"App.Plain","text":"plain(1)","changed":[]}"#,
      #"{"n":3,"t":0,"type":"App.Row","payload":{},"address":"\\.rows[7]"}"#)
    let source = try await client.call("test", ["action": 3])
    #expect(source.contains("// Action 1, Secret, was hidden by the recording\n"))
    #expect(source.contains("// Action 2, Plain, isn't Encodable: plain(1)\n"))
    #expect(source.contains(###"##"{}"##.utf8)), to: \.rows, id: 7)"###))
    #expect(try await client.call("actions", ["text": "secret"]).contains("Secret (hidden)"))
    client = try await folder.client(
      lines: #"{"n":1,"t":0,"type":"App.A.self)\nexit(0)","payload":{},"address":"a()[1]"}"#,
      #"{"n":2,"t":0,"type":"App.B","text":"b\nexit(0)"}"#, state: "App.S()")
    let written = try await client.call("test", ["action": 2]).split(separator: "\n")
    #expect(written[1] == "  var state = <#the type of the state#>()")
    #expect(written[2].contains("decode(<#the type of action 1#>.self, from: "))
    #expect(written[2].hasSuffix(".utf8)))"))
    #expect(written[3] == #"  // Action 2, B, isn't Encodable: b\nexit(0)"#)
  }

  @Test func `A cursor leads through all of a long session, in answers of limited size`()
    async throws
  {
    let store = Notes.makeStore()
    let url = folder.url.appendingPathComponent("long.ndjson")
    let recording = try store.record(to: url, states: .everyAction)
    for number in 0..<400 { store.dispatch(Notes.Action.add("number \(number)")) }
    await store.settled()
    try await recording.flush()
    var client = try await folder.client(of: url)
    for arguments: JSON in [[:], ["newestFirst": true]] {
      let answers = try await client.all("actions", arguments)
      let found = answers.joined().matches(of: /number (\d+)"/).compactMap { Int($0.1) }
      let all = arguments["newestFirst"] == nil ? Array(0..<400) : (0..<400).reversed()
      #expect(found == all && answers.count > 2)
    }
    let changes = try await client.all("changes", ["path": "texts"])
    #expect(changes.joined().matches(of: /texts\[\d+\]: none/).count == 400)
    let lines = try await client.all("test", ["action": 400])
    #expect(lines.joined().matches(of: /\.reduce\(/).count == 400)
    for cursor in ["", "1", "x@y", "-1@0", "7@1", "99999999999999999999@0"] {
      let answer = try await client.call("actions", ["cursor": .string(cursor)])
      #expect(answer.hasPrefix("error: the cursor belongs to another session"))
    }
    let own = try await client.call("actions", ["limit": 1])
    let start = try #require(own.firstMatch(of: /cursor "1(@[^"]+)"/)?.1)
    for (position, tool, arguments) in [
      ("400", "actions", [:]), ("\(Int.max)", "actions", [:]), ("1", "actions", ["text": "7"]),
      ("1", "changes", ["path": "texts"]), ("1", "effects", [:]), ("1", "graph", [:]),
    ] as [(String, String, JSON)] {
      var arguments = arguments
      arguments["cursor"] = .string(position + start)
      let answer = try await client.call(tool, arguments)
      #expect(answer.hasPrefix("error: the cursor belongs to another session"))
    }
    let next = try await client.call("actions", ["cursor": .string("1" + start), "limit": 2])
    #expect(next.contains("number 1") && next.contains("number 2") && !next.contains("number 3"))
  }

  @Test(
    arguments: [
      ("why", [:], "`action` is missing"), ("why", ["action": -1], "`action` must be"),
      ("actions", ["limit": 0], "`limit` must be of the type integer, and at least 1"),
      ("actions", ["limit": .number(1e30)], "`limit` must be"),
      ("why", ["action": "3"], "`action` must be"),
      ("why", ["action": .number(1.5)], "`action` must be"),
      ("why", ["number": 3], "`number` isn't an argument of `why`, which has action, cursor"),
      ("overview", ["a": 1], "`a` isn't an argument of `overview`, which has none"),
      ("effects", ["outcome": "pending"], "must be running, finished, failed or canceled"),
      ("actions", ["newestFirst": "yes"], "`newestFirst` must be"),
      ("actions", [7], "must be an object"),
      ("actions", ["text": .string(String(repeating: "x", count: 3_000))], "at most 2,000 bytes"),
      ("actions", ["fromTime": []], "`fromTime` must be"), ("state", ["path": 7], "`path` must be"),
    ] as [(String, JSON, String)])
  func `Wrong arguments are errors that say what to do`(
    tool: String, arguments: JSON, reason: String
  ) async throws {
    var client = try await folder.client(.add("tea"))
    let text = try await client.call(tool, arguments)
    #expect(text.hasPrefix("error: ") && text.contains(reason), "\(text)")
    #expect(try await !client.call("actions", ["text": .null]).hasPrefix("error"))
  }
}
