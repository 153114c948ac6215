// SPDX-License-Identifier: MIT

import Foundation
import RunnelInsight
import Testing

@testable import inspector

@Suite struct CommandTests {
  private let folder = TemporaryFolder()

  private func record() async throws -> String {
    try await Notes.record([.add("tea"), .save, .add("</script>\u{1B}[31m\u{202E}")], in: folder)
  }

  @Test func `show lists the actions, and filters them`() async throws {
    let file = try await record()
    let all = try await Program.run("show", file)
    #expect(all.status == 0 && all.errors == "")
    let lines = all.output.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines[0].contains("Notes.State"))
    #expect(lines[1].hasPrefix("4 actions, 1 effect, "))
    #expect(lines[2].contains("  1  Notes · add(\"tea\") "))
    #expect(lines[4].contains("  3  Notes · saved "))
    #expect(try await Program.run("show", file, "--last", "1").output.contains("4  Notes · add"))
    for filter in ["SAVED", "notes · saved"] {
      let saved = try await Program.run("show", file, "--filter", filter)
      #expect(saved.output.split(separator: "\n").count == 3)
    }
    let slow = try await Program.run("show", file, "--slower", "100000000")
    #expect(slow.output.split(separator: "\n").count == 2)
  }

  @Test(arguments: [40, 80, 200])
  func `show fits the columns of a terminal`(columns: Int) async throws {
    let file = try await Notes.record(
      [.add(String(repeating: "tea ", count: 200)), .save], states: .none, in: folder)
    let run = try await Program.run("show", file, "--columns", "\(columns)")
    let lines = run.output.split(separator: "\n").dropFirst(2)
    #expect(lines.allSatisfy { $0.count <= columns } && lines.count == 3)
    let first = try #require(lines.first)
    #expect(first.contains("Notes · add(\"tea tea") && first.contains("…"))
    #expect(first.contains("CommandTests.swift:") == (columns >= 100))
  }

  @Test(arguments: [
    ("App.AccountsFeature.Action", "Accounts"), ("InboxCore.SessionAction", "Session"),
    ("monitor.SystemSampled", "SystemSampled"), ("Cart.Action", "Cart"), ("Action", "Action"),
    ("App.Settings.Profile.Action", "Settings.Profile"), ("App.(unknown).Row", "Row"),
    ("RunnelInsight.RestoredState<App.State>", "RestoredState"), ("", ""), ("<>", "<>"),
  ])
  func `A feature is named without what all types of action have`(type: String, name: String) {
    #expect(ActionSummary.feature(type) == name)
  }

  @Test func `A row has the case of an action, and whom of many it is for`() throws {
    let actions = [
      #""M.RowFeature.Action","address":"\\.a?.b[7]","payload":{"set":{"id":7,"to":{"on":{}}}}"#,
      #""M.Loaded","payload":{"rows":[{"id":1,"a":[]},{},{},{}],"x":-1.5e3}"#,
      #""M.Row.Action","text":"named(\"a\")""#, #""M.Row.Action","text":"Action(id: 7)""#,
      #""M.Row.Action","hidden":true"#, #""M.Row.Action","payload":{"a b":{"_0":"\"}"}}"#,
    ]
    let lines = actions.enumerated().map {
      #"{"n":\#($0.offset + 1),"t":1,"type":\#($0.element),"file":"A.swift","line":1,"reduce":1}"#
    }
    let header =
      #"{"runnel":2,"state":"M.State","start":"2025-03-01T12:00:00.000Z","n":0,"states":"none"}"#
    let session = try Session(data: Data(([header] + lines).map { "\($0)\n" }.joined().utf8))
    #expect(
      session.actions.map { ActionSummary($0).text } == [
        "Row · b[7] set(id: 7, to: on)", "Loaded {rows: [4 × {id, a}], x: -1.5e3}",
        "Row · named(\"a\")", "Row Action(id: 7)", "Row hidden", #"Row · a b("\"}")"#,
      ])
    #expect(session.report.findings.allSatisfy { $0.grade != .impossible })
  }

  @Test func `show explains one action`() async throws {
    let file = try await record()
    let run = try await Program.run("show", file, "--action", "3", "--state")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("by effect run \"save\" of\naction 2, Notes.Action"))
    #expect(run.output.contains("  isSaved: false → true"))
    #expect(run.output.hasSuffix(#"{"isSaved":true,"texts":["tea"]}"# + "\n"))
    let missing = try await Program.run("show", file, "--action", "40")
    #expect(missing.errors.contains("there is no action 40") && missing.status == 1)
  }

  @Test func `No command prints characters that control a terminal`() async throws {
    let file = try await record()
    for arguments in [["show", file], ["replay", file], ["show", file, "--action", "4"]] {
      let run = try await Program.run(arguments)
      #expect(run.output.contains("</script>"))
      #expect(!run.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }
    #expect(printable("a\u{1B}[31m\u{202E}\u{9B}é\n") == "a\\u{1b}[31m\\u{202e}\\u{9b}é\n")
  }

  @Test func `The exports are written beside the recording, or to the path of an option`()
    async throws
  {
    let file = try await record()
    let commands = [
      ("html", "html", "<!doctype html>"), ("trace", "trace.json", "{\"displayTimeUnit\""),
      ("devtools", "devtools.html", "<!doctype html>"),
    ]
    for (command, fileExtension, start) in commands {
      let run = try await Program.run(command, file)
      #expect(run.status == 0 && run.errors == "")
      let target = folder.url.appendingPathComponent("session.\(fileExtension)").path
      #expect(run.output == target + "\n")
      #expect(try folder.text("session.\(fileExtension)").hasPrefix(start))
      #expect(try await Program.run(command, file, "-o", "-").output.hasPrefix(start))
      let failed = try await Program.run(command, file, "-o", "/no such folder/a")
      #expect(failed.errors.contains("can't be written") && failed.status == 1)
    }
    let json = try await Program.run("devtools", file, "--json", "--part", "texts", "-o", "-")
    #expect(json.output.contains(#""committedState":[]"#))
    let graph = try await Program.run("graph", file, "--format", "dot")
    #expect(graph.output.hasPrefix("digraph store {") && graph.output.contains("Notes.Action"))
    #expect(try await Program.run("graph", file).output.hasPrefix("flowchart LR"))
  }

  @Test func `replay goes through the changes, in both directions`() async throws {
    let file = try await record()
    let all = try await Program.run("replay", file)
    #expect(all.status == 0)
    #expect(all.output.contains("  texts[0]: none → \"tea\"\n"))
    #expect(all.output.contains("  isSaved: false → true\n"))
    let part = try await Program.run("replay", file, "--from", "2", "--to", "3")
    #expect(part.output.split(separator: "\n").map { $0.prefix(1) } == ["2", "3", " "])
    let until = try await Program.run("replay", file, "--until", "isSaved: false")
    #expect(until.output.split(separator: "\n").last == "  isSaved: false → true")
    let steps = try await Program.run("replay", file, "--step", input: "\n\nb\ns\nx\n4\nq\n")
    let numbers = steps.output.split(separator: "\n").compactMap { $0.first?.wholeNumberValue }
    #expect(numbers == [1, 2, 3, 2, 4])
    #expect(steps.output.contains(#"{"isSaved":false,"texts":["tea"]}"#))
    #expect(steps.errors == "an empty line, b, s, q, or the number of an action\n")
  }

  @Test func `replay reports once that states are missing`() async throws {
    let file = try await Notes.record([.add("a"), .add("b"), .add("c")], states: .none, in: folder)
    let run = try await Program.run("replay", file)
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").map { $0.prefix(2) } == ["1 ", "2 ", "3 "])
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains("record with `states: .everyAction`"))
  }

  @Test(arguments: [
    ("", "isn't a recording"), ("hello\n", "line 1: "), ("{\"runnel\":9}\n", "line 1: "),
    ("{\"runnel\":1}\n", "line 1: "), ("\u{0}\u{FFFD}\n", "line 1: "),
    ("{\"actionsById\":{}}\n", "line 1: "),
  ])
  func `A file that isn't a recording is an error, with the line and the reason`(
    text: String, reason: String
  ) async throws {
    let file = try folder.write(text, to: "bad").path
    for command in ["show", "html", "trace", "devtools", "graph", "replay"] {
      let run = try await Program.run(command, file)
      #expect(run.output == "")
      #expect(run.errors.contains("bad: ") && run.status == 1, "\(run.errors)")
      if reason != "isn't a recording" { #expect(run.errors.contains(reason), "\(run.errors)") }
    }
  }

  @Test func `Damaged lines are reported after the rest was shown`() async throws {
    let file = try await record()
    let text = try folder.text("session.ndjson")
    let junk = String(repeating: "x\n", count: 30)
    try folder.write(text + "{\"n\":-4,\"type\":\"a\"}\n" + junk, to: "damaged")
    let path = folder.url.appendingPathComponent("damaged").path
    for command in ["show", "replay", "graph"] {
      let run = try await Program.run(command, path)
      #expect(run.output.contains("Notes") && run.status == 1)
      #expect(run.errors.split(separator: "\n").count == 11)
      #expect(run.errors.contains("and 21 more damaged lines"))
    }
    // A line that a crash has cut is none.
    try folder.write(String(text.dropLast(20)), to: "cut")
    let cut = try await Program.run("show", folder.url.appendingPathComponent("cut").path)
    #expect(cut.status == 0 && cut.output.contains("the last line is incomplete"))
    let missing = try await Program.run("show", file + "none").errors
    #expect(missing.hasPrefix("Error: \(file)none: the file can't be read: "))
    #expect(missing.split(separator: "\(file)none", omittingEmptySubsequences: false).count == 2)
  }

  @Test(arguments: [
    ["show"], ["show", "a", "--last", "-1"], ["show", "a", "--state"], ["dance"],
    ["show", "a", "--columns", "10"],
    ["graph", "a", "-f", "png"], ["devtools", "a", "--last", "-1"], ["serve", "--port", "65535"],
    ["serve", "--token", "short"], ["serve", "--token", "../../../../../../etc"],
  ])
  func `Wrong arguments are refused`(arguments: [String]) async throws {
    let run = try await Program.run(arguments)
    #expect(run.output == "" && run.errors.contains("Usage: inspector"))
    #expect(run.status == 64)
  }
}
