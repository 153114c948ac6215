// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct LoggerTests {
  private struct State: Equatable, Sendable {
    var counter = 0
    var profile = Profile()
    var rows = ["a", "b"]
  }

  private enum Step: Action {
    case increment
    case insert(String)
    case rename(String)
  }

  private struct Reset: Action { var value = 1 }

  private func run(
    _ content: [LogContent], _ actions: any Action...
  ) async -> (lines: [String], line: Int) {
    let written = Recorder<String>()
    let sink = LogSink { written.record($0) }
    let logger = Middleware<State>.logger(Set(content), to: sink)
    let store = Store(
      state: State(),
      reducer: Reducer<State> { state, action in
        switch action as? Step {
        case .increment: state.counter += 1
        case .insert(let row): state.rows.insert(row, at: 0)
        case .rename(let title): state.profile.title = title
        case nil: state = State()
        }
      }, middleware: [logger])
    let line = #line + 1
    actions.forEach { store.dispatch($0) }
    await store.settled()
    #expect((store.engine.hooks == nil) == content.isEmpty)
    return (written.values, line)
  }

  @Test("The logger writes each action with its number and the place that dispatched it")
  func actions() async {
    let (lines, line) = await run([.actions], Step.increment, Step.insert("c"), Reset(value: 2))
    #expect(
      lines == [
        "1 LoggerTests.Step.increment at RunnelTests/LoggerTests.swift:\(line)",
        "2 LoggerTests.Step.insert(\"c\") at RunnelTests/LoggerTests.swift:\(line)",
        "3 LoggerTests.Reset(value: 2) at RunnelTests/LoggerTests.swift:\(line)",
      ])
  }

  @Test("The logger writes what has changed, line by line")
  func changes() async {
    let (lines, _) = await run(
      [.changes], Step.increment, Step.rename("x\ny"), Step.insert("z"), Step.rename("x\ny"))
    #expect(
      lines == [
        "1\n  - counter: 0\n  + counter: 1",
        "2\n  - profile.title: \"none\"\n  + profile.title: \"x\\ny\"",
        "3\n  - rows[0]: \"a\"\n  - rows[1]: \"b\"\n  + rows[0]: \"z\"\n  + rows[1]: \"a\"\n"
          + "  + rows[2]: \"b\"",
        "4",
      ])
  }

  @Test("The logger writes how long the reducers took")
  func time() async throws {
    let (lines, _) = await run([.actions, .time], Step.increment)
    #expect(try #/^1 .* in \d+\.\d\d\d ms$/#.wholeMatch(in: #require(lines.first)) != nil)
  }

  @Test("A logger without content is not there")
  func off() async {
    #expect(await run([], Step.increment).lines == [])
  }

  @Test("A logger of a part writes the changes of the part")
  func scoped() async {
    let written = Recorder<String>()
    let logger = Middleware<Profile>.logger(.changes, to: LogSink { written.record($0) })
    let store = Store(
      state: AppState(), reducer: appReducer, middleware: [logger.scope(\.profile)])
    store.dispatch(AppAction.increment)
    store.dispatch(AppAction.retitle("t"))
    await store.settled()
    #expect(written.values == ["1", "2\n  - title: \"none\"\n  + title: \"t\""])
  }

  @Test("Two loggers write side by side, before anybody is told")
  func two() async {
    let written = Recorder<String>()
    let store = Store(
      state: AppState(), reducer: appReducer,
      middleware: [
        .logger(.changes, to: LogSink { written.record("1: \($0)") }),
        .logger(.actions, to: LogSink { written.record("2: \($0.prefix(10))") }),
      ])
    let token = store.scope(\.counter).observe { written.record("told \($0)") }
    await store.settled()
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(
      written.values.map { $0.split(separator: "\n")[0] } == [
        "told 0", "1: 1", "2: 1 AppActio", "told 1",
      ])
    token.dispose()
  }

  @Test("Actions are called by the types that they are inside of")
  func names() {
    enum Local: Action { case done }
    func name(_ action: any Action) -> String {
      "\(ActionRecord(sequence: 1, parent: 0, site: CallSite(), action: action))"
    }
    #expect(name(Step.increment) == "LoggerTests.Step.increment")
    #expect(name(Reset()) == "LoggerTests.Reset(value: 1)")
    #expect(name(UndoAction<String>.undo) == "UndoAction<Swift.String>.undo")
    #expect(name(AppAction.set(1)) == "AppAction.set(1)")
    #expect(name(Local.done).hasSuffix("Local.done"))
    #expect(!name(Local.done).contains("("))
  }

  // MARK: The text of states

  @Test("An outline has a line for each part that has no parts")
  func outline() {
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
      Outline.lines(of: Deep()) == [
        #"text: "a\"b""#, "none: nil", "some: 3", "empty: []", #"dictionary["a"]: []"#,
        #"dictionary["b"][0]: 1"#, "set: [1, 2, 3]", "kinds[0]: .plain", "kinds[1].payload: 7",
        #"kinds[2].named.text: "t""#, "kinds[2].named.flag: true", "tuple.0: 1",
        #"tuple.1: "x""#, "object: Object", #"letter: "c""#, "range: 1..<3",
      ])
    #expect(Outline.lines(of: 5) == ["5"])
  }

  @Test("A difference has the lines that are gone and those that are new, in order")
  func difference() {
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
  }
}
