// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTestSupport
import Testing

@testable import RunnelInsight

/// What a recording has can be read: the same value, or a warning when it is written.
@Suite struct ReadableTests {
  private struct Values: Codable, Equatable, Sendable {
    var numbers: [Double] = []
    var float: Float = 0
    var decimals: [String: Decimal] = [:]
    var dates: [Date] = []
    var nested: Nested = .end
    var text = ""
  }

  private indirect enum Nested: Codable, Equatable, Sendable {
    case end
    case inside(Nested)

    init(_ depth: Int) {
      self = .end
      for _ in 0..<depth { self = .inside(self) }
    }
  }

  private enum Action: Runnel.Action, Codable, Equatable {
    case set(Values)
    case touch
  }

  private static let reducer = Reducer<Values>.updating(Action.self) { state, action in
    if case .set(let values) = action { state = values }
  }

  /// Records actions, and returns the session and the warnings.
  private func session(
    _ actions: [Action], states: RecordedStates = .everyAction
  ) async throws -> (session: Session, warnings: [Misuse]) {
    let warnings = Recorder<Misuse>()
    let file = TemporaryFile()
    let store = Store(state: Values(), reducer: Self.reducer)
    let recording = try Misuse.$handler.withValue({ warnings.record($0) }) {
      try store.record(to: file.url, states: states, file: "App/App.swift", line: 7)
    }
    for action in actions { store.dispatch(action) }
    await store.settled()
    try await recording.flush()
    return (try Session(contentsOf: file.url, actions: Self.reducer.actionTypes), warnings.values)
  }

  @Test func `Unusual numbers, dates and texts are read as they were`() async throws {
    let extremes = [
      -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, 0.1 + 0.2,
    ]
    let values = Values(
      numbers: extremes, float: -0.0,
      decimals: [
        "most": .greatestFiniteMagnitude, "least": .leastNonzeroMagnitude,
        "digits": try #require(Decimal(string: "-12345678901234567890123456789012345678.5")),
      ],
      dates: extremes.map(Date.init(timeIntervalSinceReferenceDate:)), nested: Nested(100),
      text: "\u{0}\u{2028}\u{7f}\u{feff}🌊")
    var nan = Values()
    nan.numbers = [.nan]
    nan.dates = [Date(timeIntervalSinceReferenceDate: .nan)]
    let (session, warnings) = try await session([.set(values), .set(nan), .touch])
    #expect(warnings.isEmpty && session.report.isReplayable)
    guard case .set(let read)? = session.actions[0].action as? Action,
      case .set(let readNaN)? = session.actions[1].action as? Action
    else {
      Issue.record("the actions aren't the recorded ones")
      return
    }
    #expect(read == values)
    #expect(read.numbers[0].sign == .minus && read.float.sign == .minus)
    #expect(readNaN.numbers[0].isNaN && readNaN.dates[0].timeIntervalSinceReferenceDate.isNaN)
    let replay = try session.replay(reducer: Self.reducer)
    try replay.run()
    #expect(replay.verifiedCount == 4)
  }

  @Test func `Contract 36: what can't be read is reported when it is written`() async throws {
    var nan = Values()
    nan.decimals = ["price": .nan]
    var fine = Values()
    fine.text = "fine"
    let (session, warnings) = try await session([.set(nan), .set(nan), .set(fine), .touch])
    #expect(
      warnings.map(\.description) == [
        """
        App/App.swift:7: Runnel: ReadableTests.Action can't be recorded as JSON.
        Why: a value can't be read (set._0.decimals.price). The recording has the action as text, and can't be \
        replayed.
        Fix: encode such values in another way, or replace the action with `redacting`.
        """,
        """
        App/App.swift:7: Runnel: ReadableTests.Values can't be recorded as JSON.
        Why: a value can't be read (decimals.price). The recording lacks this state.
        Fix: encode such values in another way, or change the state with `redactingState`.
        """,
      ])
    #expect(session.report.count(of: .impossible) == 0)
    #expect(
      session.report.findings.map(\.reason) == [
        "it couldn't be encoded: a value can't be read (set._0.decimals.price)",
        "it couldn't be encoded: a value can't be read (set._0.decimals.price)",
      ])
    #expect(session.actions.count == 4 && session.actions[0].text?.contains("NaN") == true)
    // The states go on after those that the recording lacks.
    #expect(try session.recordedState(after: 2) == nil)
    let state = try #require(try session.recordedState(after: 4))
    #expect(try JSONDecoder().decode(Values.self, from: state) == fine)
  }

  @Test func `What is nested too deeply for a reader is recorded as text`() async throws {
    var isReadable = true
    for depth in [100, 123, 124, 125, 126, 300] {
      var values = Values()
      values.nested = Nested(depth)
      for states in [RecordedStates.everyAction, .adaptive] {
        let (session, warnings) = try await session([.set(values), .touch], states: states)
        #expect(session.report.count(of: .impossible) == 0 && session.actions.count == 2)
        #expect(session.report.isReplayable == !warnings.contains { $0.message.contains("Action") })
        #expect(isReadable || !session.report.isReplayable)
        isReadable = session.report.isReplayable
        guard isReadable else { continue }
        #expect(session.actions[0].action as? Action == .set(values))
        _ = try session.recordedState(after: 1)
      }
    }
    #expect(!isReadable)
  }

  @Test(arguments: [RecordedStates.everyAction, .adaptive])
  func `Contract 37: what is nested thousands of levels deep is recorded as text`(
    states: RecordedStates
  ) async throws {
    var values = Values()
    values.nested = Nested(10_000)
    let (session, warnings) = try await session([.set(values), .touch], states: states)
    #expect(warnings.count == 2)
    #expect(session.actions.map { $0.payload == nil } == [true, false])
  }

  @Test func `A payload or a text that is too long for a reader isn't written`() async throws {
    struct Text: Runnel.Action {
      let text: String
    }
    let long = String(repeating: "x", count: 100_000)
    let failure = #expect(throws: SessionCoder.Failure.self) {
      try SessionCoder.json(long, SessionCoder.makeEncoder(), sizeLimit: 100_001)
    }
    #expect(failure?.description == "it takes 100002 bytes as JSON, and at most 100001 can be read")
    #expect(throws: Never.self) {
      try SessionCoder.json(long, SessionCoder.makeEncoder(), sizeLimit: 100_002)
    }
    // A payload, a difference and all texts of an action together.
    #expect(2 * SessionCoder.sizeLimit + (1 << 20) < SessionLimits().lineSize)
    let store = Store(state: 0, reducer: Reducer<Int>.updating(Text.self) { _, _ in })
    let data = try await record(store) { store.dispatch(Text(text: long)) }
    let text = try #require(try Session(data: data).actions.first?.text)
    #expect(text.utf8.count < 1 << 16 && text.hasSuffix("x…"))
  }
}
