// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelInsight
import Settings
import TerminalUI

@main @MainActor
struct Program {
  static func main() async {
    signal(SIGPIPE, SIG_IGN)  // A write without a reader fails with an error instead.
    do throws(Options.Mistake) {
      let options = try Options(CommandLine.arguments.dropFirst())
      exit(await run(options))
    } catch {
      complain("\(error.text)\n\n\(Options.help)")
      exit(64)
    }
  }

  private static func run(_ options: Options) async -> Int32 {
    do {
      if options.wantsHelp {
        try STDOUT_FILENO.write(Options.help)
        return 0
      }
      if let file = options.replay { return try replay(file) }
      let environment = ProcessInfo.processInfo.environment
      let file = SettingsFile(path: options.settingsPath(environment))
      let log = try options.log.map { try LogSink(appendingTo: $0) }
      let terminal = options.frames == nil ? Terminal() : nil
      if options.frames == nil, terminal == nil {
        complain("there is no terminal; --once and --frames N print without one\n")
        return 1
      }
      let monitor = Monitor(settings: file, source: makeSource(), log: log)
      let recordings = try monitor.store.record(options)
      if let terminal { await monitor.run(in: terminal) }
      if let frames = options.frames {
        let columns = environment["COLUMNS"].flatMap(Int.init) ?? 100
        try await monitor.printFrames(frames, columns: min(max(1, columns), 1000)) {
          try STDOUT_FILENO.write($0)
        }
      }
      for recording in recordings { try await recording.flush() }
      return 0
    } catch let failure as WritingFailed {
      // The reader has closed the pipe: this is not an error.
      if failure.isBrokenPipe { return 0 }
      complain("\(failure.reason)\n")
    } catch let failure as SamplingFailed {
      complain("\(failure.reason)\n")
    } catch {
      complain("\(error)\n")
    }
    return 1
  }

  /// Replays a recording, prints the result, and returns the exit status.
  private static func replay(_ file: String) throws -> Int32 {
    let url = URL(fileURLWithPath: file)
    let session = try Session(contentsOf: url, actions: appReducer.actionTypes)
    let replay: Replay<AppState> = try session.replay(reducer: appReducer)
    do {
      try replay.run()
    } catch let divergence as Divergence {
      complain("\(divergence)\n")
      return 1
    }
    try STDOUT_FILENO.write(
      "\(replay.position) actions, \(replay.verifiedCount) recorded states are equal\n")
    return 0
  }

  /// Creates the best source that the system offers.
  private static func makeSource() -> sending any SystemSource {
    #if os(Linux)
      ProcSource()
    #else
      PsSource()
    #endif
  }

  private static func complain(_ text: String) {
    try? STDERR_FILENO.write("monitor: \(text)")
  }
}

extension Store<AppState> {
  /// Records this store with the options, until the returned recordings are released.
  func record(_ options: Options) throws -> [Recording] {
    var recordings: [Recording] = []
    if let file = options.record {
      recordings.append(
        try record(to: URL(fileURLWithPath: file), states: .everyAction, deliveries: true))
    }
    if let inspector = options.inspector {
      recordings.append(try inspect(at: inspector, accepting: appReducer.actionTypes))
    }
    return recordings
  }
}

extension LogSink {
  /// The number of characters of a line that are written.
  ///
  /// A list of all processes would dominate the log.
  private static let width = 300

  /// Creates a sink that appends to a file, which is created if it doesn't exist.
  init(appendingTo path: String) throws(WritingFailed) {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw WritingFailed(code: errno, path: path) }
    self.init { text in
      let lines = text.split(separator: "\n").map { line in
        line.utf8.count > Self.width ? "\(line.prefix(Self.width))…\n" : "\(line)\n"
      }
      // A full disk must not end the program: the log is secondary.
      try? file.write(lines.joined())
    }
  }
}
