// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelInsight

@Suite struct SessionTests {
  private static let header =
    #"{"runnel":1,"state":"RunnelInsightTests.Shop.State","start":"2025-03-01T12:00:00.000Z","#
    + #""n":0,"states":"adaptive","deliveries":false}"#

  /// Reads the lines that follow the header.
  private func session(_ lines: [String]) throws -> Session {
    try Session(data: data([Self.header] + lines), actions: Shop.types)
  }

  private static func action(_ number: Int, _ members: String = "") -> String {
    #"{"n":\#(number),"t":\#(number),"type":"RunnelInsightTests.Shop.Action","#
      + #""payload":{"visited":{}},"file":"A.swift","line":1\#(members)}"#
  }

  @Test(
    arguments: [
      ([], "the file is empty"),
      (["hello"], "line 1: it isn't a JSON object: a `{` is missing, at byte 1"),
      (["{}"], "line 1: it isn't the header of a recording"),
      ([action(1)], "line 1: it isn't the header of a recording"),
      ([#"{"runnel":3}"#], "line 1: the format has version 3, and this library reads version 2"),
      ([#"{"runnel":"1"}"#], #"line 1: its `runnel` is "1" and not a count"#),
      ([#"{"runnel":1,"runnel":1}"#], "line 1: it has two `runnel`"),
      ([#"{"runnel":1}"#], "line 1: it has no `start`"),
      ([#"{"runnel":1,"start":"today"}"#], "line 1: its `start` today is not a date"),
      (
        [
          #"{"runnel":1,"start":"2025-03-01T12:00:00.\#(String(repeating: "4", count: 80))Z"}"#
        ], "line 1: its `start` 2025-03-01T12:00:00.44444444444444444444 is not a date"
      ),
    ] as [([String], String)])
  func `Contract 40: a file that is no recording is rejected with the line`(
    lines: [String], reason: String
  ) {
    let error = #expect(throws: SessionError.self) {
      try Session(data: data(lines), actions: Shop.types)
    }
    #expect(error?.description == reason)
  }

  @Test(
    arguments: [
      ("{", "it isn't a JSON object: a string is missing, at byte 2"),
      ("[1]", "it isn't a JSON object: a `{` is missing, at byte 1"),
      (
        "{\"n\":2,\"a\":\"\u{1}\"}",
        "it isn't a JSON object: a string has a control character, at byte 13"
      ),
      (#"{"type":"X"}"#, "it has no `n`"),
      (action(0), "its number 0 comes after 1"),
      (action(-1), "its `n` is -1 and not a count"),
      (
        action(2).replacing(#""n":2"#, with: #""n":99999999999999999999"#),
        "its `n` is 99999999999999999999 and not a count"
      ),
      (action(2).replacing(#""n":2"#, with: #""n":2.5"#), "its `n` is 2.5 and not a count"),
      (action(2, #","parent":2"#), "its parent 2 isn't an earlier action"),
      (action(2, #","parent":7"#), "its parent 7 isn't an earlier action"),
      (action(2, #","t":1"#), "it has two `t`"),
      (action(2, #","changed":[1]"#), "its `changed` is [1] and not an array of strings"),
      (action(2, #","diff":[[1]]"#), "its `diff` has an unknown change"),
      (#"{"n":2,"type":"X"}"#, "it has neither `payload` nor `text`"),
      (#"{"n":9,"state":{}}"#, "its number 9 isn't that of the action before, 1"),
      (#"{"effect":1,"event":"paused"}"#, "its `event` paused is unknown"),
      (header, "it is a second header"),
    ] as [(String, String)])
  func `Contract 40: with a damaged record, nothing is replayed`(
    line: String, finding: String
  ) throws {
    let session = try session([Self.action(1), line, Self.action(3)])
    #expect(session.report.findings.map(\.description) == ["line 3: impossible: \(finding)"])
    #expect(session.actions.map(\.number) == [1, 3])
    #expect(session.jsonLines() == data([Self.header, Self.action(1), Self.action(3)]))
    let error = #expect(throws: SessionError.self) {
      try session.replay(from: Shop.State(), reducer: Shop.reducer())
    }
    #expect(error?.description == "line 3: \(finding)")
  }

  @Test(arguments: [true, false])
  func `Contract 40: what comes before the damage of an effect stays`(isBeginDamaged: Bool) throws {
    let session = try session([
      Self.action(1),
      #"{"effect":1,"event":"began","t":5,"name":"load"\#(isBeginDamaged ? #","ids":1"# : "")}"#,
      #"{"effect":1,"event":"ended","t":9,"outcome":\#(isBeginDamaged ? #""finished""# : "1")}"#,
    ])
    #expect(session.report.findings.map(\.line) == [isBeginDamaged ? 3 : 4])
    #expect(session.effects.count == (isBeginDamaged ? 0 : 1))
    #expect(session.effects.allSatisfy { $0.end == nil && $0.outcome == nil })
  }

  @Test func `Contract 40: a line that isn't UTF-8 is found`() throws {
    var bytes = data([Self.header, Self.action(1)])
    bytes += Data(Self.action(2).utf8).dropLast(2) + [0xFF, 0x7D, 0x0A]
    let session = try Session(data: bytes, actions: Shop.types)
    #expect(session.report.findings.map(\.reason) == ["it isn't UTF-8"])
  }

  @Test func `Contract 40: a payload that isn't its type's can be read only`() throws {
    let line = Self.action(2).replacing("visited", with: "vanished")
    let session = try session([Self.action(1), line])
    let finding = try #require(session.report.findings.first)
    #expect(finding.grade == .readableOnly)
    #expect(finding.reason.hasPrefix("its payload isn't RunnelInsightTests.Shop.Action: "))
    #expect(session.report.replayableCount == 1)
    #expect(throws: SessionError.self) {
      try session.replay(from: Shop.State(), reducer: Shop.reducer())
    }
  }

  @Test func `Contract 40: the recording of another state is rejected`() throws {
    let session = try session([Self.action(1)])
    let error = #expect(throws: SessionError.self) {
      try session.replay(from: 0, reducer: Reducer<Int>.updating { _, _ in })
    }
    #expect(
      error?.description
        == "line 1: the recording is of RunnelInsightTests.Shop.State, and not of Swift.Int")
  }

  @Test func `An action of an unknown type can be read only`() throws {
    let session = try Session(data: data([Self.header, Self.action(1)]))
    #expect(
      session.report.description == """
        0 replayable actions
        line 2: readable only: RunnelInsightTests.Shop.Action is not among the types of actions
        """)
  }

  @Test func `Unknown records and keys are ignored`() throws {
    let session = try session([Self.action(1, #","later":[1]"#), #"{"mood":"fine"}"#])
    #expect(session.report.isReplayable)
    #expect(session.actions.count == 1)
  }

  @Test func `Contract 39: a cut file is read up to its last complete line`() async throws {
    let store = Store(state: Shop.State(), reducer: Shop.reducer())
    let whole = try await record(store) {
      for _ in 0..<2 { store.dispatch(Shop.Cart.Action.add("🌊", price: 1)) }
    }
    let header = try #require(whole.firstIndex(of: 0x0A)) + 1
    for count in header...whole.count {
      let part = whole.prefix(count)
      let session = try Session(data: part, actions: Shop.types)
      let feeds = part.count { $0 == 0x0A }
      #expect(session.actions.count == min(max(feeds - 2, 0), 2))
      #expect(session.report.isTruncated == (part.last != 0x0A))
      #expect(session.jsonLines() == part[...(try #require(part.lastIndex(of: 0x0A)))])
      #expect(session.report.isReplayable)
    }
  }

  @Test func `Contract 40: a line or a file that is too long is rejected before it is read`() throws
  {
    let limits = SessionLimits(lineSize: 1_000, fileSize: 5_000)
    let long = "{\"a\":\"\(String(repeating: "x", count: 1_000))\"}"
    let error = #expect(throws: SessionError.self) {
      try Session(data: data([Self.header, long]), limits: limits)
    }
    #expect(error?.description == "line 2: it is longer than 1000 bytes")
    let many = Array(repeating: Self.action(1), count: 100)
    let second = #expect(throws: SessionError.self) {
      try Session(data: data([Self.header] + many), limits: limits)
    }
    #expect(second?.description == "the file is larger than 5000 bytes")
  }

  @Test func `Contract 37: differences can't nest a state more deeply than a line`() throws {
    // Each change fits into a line, and puts its value into the one before.
    func session(_ levels: Int) throws -> Session {
      let deep =
        String(repeating: #"{"a":"#, count: 100) + "{}" + String(repeating: "}", count: 100)
      let changes = stride(from: 0, to: levels, by: 100).map { level in
        "[[" + (0..<level).map { _ in #""a""# }.joined(separator: ",") + "],\(deep)]"
      }
      return try self.session([
        #"{"n":0,"state":{"a":{}}}"#,
        #"{"n":1,"type":"T","text":"t","diff":[\#(changes.joined(separator: ","))]}"#,
      ])
    }
    let fine = try session(200)
    let state = try #require(try fine.recordedState(after: 1))
    #expect(try JSONParser.value(in: Array(state)).depth == 201)
    for levels in [300, 2_000] {
      let session = try session(levels)
      #expect(
        session.report.findings.map(\.description) == [
          "line 3: impossible: its `diff` nests values more than 256 deep"
        ])
      #expect(try session.recordedState(after: 1) == nil)
      // A page builds states, too: it doesn't get the line.
      #expect(!String(decoding: session.jsonLines(), as: UTF8.self).contains("diff"))
    }
  }

  @Test func `Contract 37: the report of a damaged file has a limit, and counts the rest`() throws {
    let lines = (1...5_000).flatMap { ["x", Self.action($0)] }
    let session = try Session(data: data([Self.header] + lines))
    let report = session.report
    #expect(report.findings.count == 2_000)
    #expect(report.count(of: .impossible) == 5_000 && report.count(of: .readableOnly) == 5_000)
    #expect(report.description.hasSuffix("\nand 9990 more"))
    #expect(session.actions.count == 5_000)
    // An action that can be read only doesn't take the place of damage.
    let late = try Session(data: data([Self.header] + (1...5_000).map { Self.action($0) } + ["x"]))
    #expect(late.report.findings.last?.line == 5_002)
    #expect(late.report.findings.last?.grade == .impossible)
    let long = #"{"\#(String(repeating: "k", count: 100_000))":1,"n":1,"type":1}"#
    let reason = try Session(data: data([Self.header, long])).report.findings.first?.reason
    #expect(reason == "its `type` is 1 and not a string")
  }

  @Test func `A file that doesn't exist is an error`() {
    let error = #expect(throws: SessionError.self) {
      try Session(contentsOf: URL(fileURLWithPath: "/no such file"))
    }
    #expect(error?.description.hasPrefix("the file can't be read: ") == true)
  }

  /// Without optimization, a round costs ten times as much, and other tests need the threads.
  private static var damageCount: Int {
    #if DEBUG
      300
    #else
      3_000
    #endif
  }

  @Test func `Random damage of a recording is never a crash`() async throws {
    let store = Store(state: Shop.State(), reducer: Shop.reducer())
    let observer = store.scope(\.cart.total).observe { _ in }
    let whole = try await record(store, states: .everyAction, deliveries: true) {
      for _ in 0..<5 { store.dispatch(Shop.Cart.Action.add("tea", price: 1)) }
      store.dispatch(Shop.Cart.Action.load)
    }
    observer.dispose()
    var random = ModelRandom(seed: 3, thread: 0)
    for round in 0..<Self.damageCount {
      var bytes = whole
      for _ in 0..<(1 + random.next() % 3) {
        let index = Int(random.next() % UInt64(bytes.count))
        if random.next() % 3 == 0 {
          bytes.remove(at: index)
        } else {
          bytes[index] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      guard let session = try? Session(data: bytes, actions: Shop.types) else { continue }
      _ = session.report.description
      for action in session.actions { _ = session.why(action.number)?.description }
      let replay = try? session.replay(from: Shop.State(), reducer: Shop.reducer())
      _ = try? replay?.run()
      guard round % 10 == 0 else { continue }
      _ = try? session.forEachChange { _, _ in true }
      _ = try? session.recordedState(after: 3)
      _ = try? session.reduxDevTools(last: 3)
      let (trace, graph) = (session.chromeTrace(), session.graph(.json))
      #expect(try Session(data: session.jsonLines()).report.count(of: .impossible) == 0)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: trace) }
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(graph.utf8)) }
    }
  }
}
