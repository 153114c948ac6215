// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelInsight
import Settings
import TerminalUI
import Testing

@testable import monitor

@Suite struct RecordingTests {
  private let folder = TemporaryFolder()
  private var file: URL { folder.file("session.ndjson") }

  private static let actionCount = 10_000

  @Test(arguments: [0, 1, 2] as [UInt64])
  @MainActor func `A long session is replayed to the same state, byte for byte`(
    seed: UInt64
  ) async throws {
    let settings = SettingsFile(path: folder.path("settings.json"))
    let monitor = Monitor(settings: settings, source: RecordedSource())
    let recording = try monitor.store.record(to: file)
    var random = PseudoRandom(state: seed)
    // Without "q", which quits.
    let letters = "jkgGsr/uUp+-tabc1".map { Key.character($0) }
    let keys = letters + [.enter, .escape, .backspace, .down, .pageUp, .end]
    for count in 1...Self.actionCount {
      if count % 50 == 0 {
        var sample = SystemSampled.of(
          "init", "kernel", processor: Double.random(in: 0...1, using: &random))
        for number in Int32(10)..<15 {
          var process = sample.processes[0]
          process.id.number = number
          process.name = "process \(Int.random(in: 0..<100, using: &random))"
          sample.processes.append(process)
        }
        monitor.store.dispatch(sample)
      } else {
        monitor.store.dispatch(KeyPressed(key: keys.randomElement(using: &random) ?? .enter))
      }
    }
    await monitor.store.settled()
    try await recording.flush()

    let session = try Session(contentsOf: file, actions: appReducer.actionTypes)
    #expect(session.report.isReplayable, "\(session.report)")
    // Some keys have no meaning, and a sample is three actions.
    #expect(session.actions.count > Self.actionCount / 2)
    let replay: Replay<AppState> = try session.replay(reducer: appReducer)
    try replay.run()
    #expect(replay.verifiedCount >= 2)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(replay.state) == encoder.encode(monitor.store.state))
  }

  @Test func `A session that is killed is readable up to its last line`() async throws {
    folder.write(#"{"interval":0.1,"theme":"dark"}"#, to: "settings.json")
    let output = Pipe()
    let program = try MonitorProgram(
      ["--frames", "1000000", "--settings", folder.path("settings.json"), "--record", file.path],
      output: output.fileHandleForWriting, errors: .standardError)
    try output.fileHandleForWriting.close()
    // Each frame is printed after a sample, whose actions are written somewhat later.
    while (folder.text("session.ndjson") ?? "").components(separatedBy: #""type":"#).count <= 7 {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
    }
    program.signal(SIGKILL)
    #expect(await program.status() == SIGKILL)

    let session = try Session(contentsOf: file, actions: appReducer.actionTypes)
    // The last sample can have been reduced, but not written.
    #expect(session.actions.count >= 6)
    #expect(session.report.isReplayable, "\(session.report)")
    let replay: Replay<AppState> = try session.replay(reducer: appReducer)
    try replay.run()
    #expect(replay.state.attempts >= 2)
  }
}

/// Numbers that a seed determines.
private struct PseudoRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
