// SPDX-License-Identifier: MIT

import Foundation
import RunnelTestSupport
import RunnelText
import Testing

@testable import Runnel

@Suite struct LoggerTests {
  private struct Reset: Action { var value = 1 }

  private struct State: Equatable, Sendable {
    var counter = 0
    var profile = Profile()
    var rows = [1, 2]
  }

  private func run(
    _ makeLogger: (LogSink) -> Middleware<State>, _ actions: any Action...
  ) async -> (lines: [String], line: Int) {
    let written = Recorder<String>()
    let logger = makeLogger(LogSink { written.record($0) })
    let store = Store(
      state: State(),
      reducer: { state, action in
        switch action as? AppAction {
        case .increment: state.counter += 1
        case .append(let row): state.rows.insert(row, at: 0)
        case .retitle(let title): state.profile.title = title
        default: state = State()
        }
      }, middleware: [logger])
    let line = #line + 1
    actions.forEach { store.dispatch($0) }
    await store.settled()
    return (written.values, line)
  }

  @Test func `The logger writes each action with its number and call site`() async {
    let (lines, line) = await run(
      { .logger(.actions, to: $0) }, AppAction.increment, AppAction.rename("c"), Reset(value: 2))
    let names = ["AppAction.increment", #"AppAction.rename("c")"#, "LoggerTests.Reset(value: 2)"]
    #expect(
      lines
        == zip(1..., names).map { "\($0) \($1) at RunnelTests/LoggerTests.swift:\(line)" })
  }

  @Test func `The logger writes changes line by line`() async {
    let (lines, _) = await run(
      { .logger(.changes, to: $0) }, AppAction.increment, AppAction.retitle("x\ny"),
      AppAction.append(3),
      AppAction.retitle("x\ny"))
    #expect(
      lines == [
        "1\n  - counter: 0\n  + counter: 1",
        "2\n  - profile.title: \"none\"\n  + profile.title: \"x\\ny\"",
        "3\n  - rows[0]: 1\n  - rows[1]: 2\n  + rows[0]: 3\n  + rows[1]: 1\n  + rows[2]: 2",
        "4",
      ])
  }

  @Test func `The logger writes reducer times, and only the requested content`() async throws {
    let (lines, _) = await run({ .logger(.actions, .time, to: $0) }, AppAction.increment)
    #expect(await run({ .logger(to: $0) }, AppAction.increment).lines == [])
    let silent = Store(state: State(), reducer: .edits, middleware: [.logger()])
    let hasNoProbe = silent.engine.effects.probes.isEmpty
    #expect(hasNoProbe)
    #expect(try #/^1 .* in \d+\.\d\d\d ms$/#.wholeMatch(in: #require(lines.first)) != nil)
  }

  @Test func `Actions are named with the types that contain them, in one line`() {
    enum Local: Action { case done }
    struct Typed: Action, CustomStringConvertible {
      var description: String { "a\n7 Forged\u{1B}[2K" }
    }
    #expect(TypeName.of(Reset()) == "LoggerTests.Reset(value: 1)")
    #expect(TypeName.of(UndoAction<String>.undo) == "UndoAction<String>.undo")
    #expect(TypeName.of(AppAction.set(1)) == "AppAction.set(1)")
    #expect(TypeName.of(Local.done).hasSuffix("Local.done"))
    #expect(!TypeName.of(Local.done).contains("("))
    #expect(TypeName.of(Typed()) == #"LoggerTests.Typed a\n7 Forged\u{1B}[2K"#)
  }

  @Test func `A value dump has a line for each leaf`() {
    enum Kind { case plain, payload(Int), named(text: String, flag: Bool) }
    final class Object {}
    struct Deep {
      var text = "a\"b"
      var none: Int?
      var some: Int? = 3
      var empty: [Int] = []
      var dictionary = ["b": [1], "a": []]
      var set: Set = [3, 1, 2]
      var kinds: [Kind] = [.plain, .payload(7), .named(text: "t", flag: true)]
      var tuple = (1, "x")
      var object = Object()
      var letter: Character = "c"
      var range = 1..<3
    }
    #expect(
      ValueDump.lines(of: Deep()) == [
        #"text: "a\"b""#, "none: nil", "some: 3", "empty: []", #"dictionary["a"]: []"#,
        #"dictionary["b"][0]: 1"#, "set: [1, 2, 3]", "kinds[0]: .plain", "kinds[1].payload: 7",
        #"kinds[2].named.text: "t""#, "kinds[2].named.flag: true", "tuple.0: 1",
        #"tuple.1: "x""#, "object: Object", #"letter: "c""#, "range: 1..<3",
      ])
    #expect(ValueDump.lines(of: 5) == ["5"])
  }

  @Test func `A dump escapes control characters of values, descriptions and IDs`() {
    struct Named: CustomStringConvertible, Hashable { let description: String }
    struct Row: Identifiable { var id: String }
    struct State {
      var text = "a\n\u{1B}[31m\u{9B}1A\u{202E}👩‍💻"
      var named = Named(description: "a\n\u{1B}[31m\u{85}")
      var keys = [Named(description: "\u{7F}"): 1]
      var rows: Entities<Row> = [Row(id: "\r")]
    }
    #expect(
      ValueDump.lines(of: State()) == [
        #"text: "a\n\u{1B}[31m\u{009B}1A\u{202E}👩‍💻""#, #"named: a⏎\u{1B}[31m"#,
        #"keys[\u{7F}]: 1"#, #"rows[\r].id: "\r""#,
      ])
  }

  @Test(arguments: [Double.nan, .infinity, -1e300])
  func `A dump of a date that no calendar reaches does not end the process`(interval: Double) {
    struct State { var date: Date? }
    let state = State(date: Date(timeIntervalSinceReferenceDate: interval))
    #expect(
      ValueDump.lines(of: state, .summaries) == ["date.timeIntervalSinceReferenceDate: \(interval)"]
    )
  }

  @Test func `A line diff lists removed and added lines in order`() {
    #expect(
      LineDiff.lines(from: ["a", "b", "c", "d"], to: ["a", "x", "c", "d", "e"]) == [
        "- b", "+ x", "+ e",
      ])
    #expect(LineDiff.lines(from: [], to: []) == [])
    #expect(LineDiff.lines(from: ["a"], to: ["a"]) == [])
    let many = (0..<300).map { "\($0)" }
    let lines = LineDiff.lines(from: many, to: [])
    #expect(lines.count == LineDiff.limit + 1)
    #expect(lines.last == "… and 200 more lines")
    let long = (0..<5_000).map { "\($0)" }
    #expect(LineDiff.lines(from: long, to: long.reversed()).count == LineDiff.limit + 1)
    var other = long
    other[7] = "x"
    other.remove(at: 4_000)
    other.append("y")
    #expect(LineDiff.lines(from: long, to: other) == ["- 7", "+ x", "- 4000", "+ y"])
  }
}
