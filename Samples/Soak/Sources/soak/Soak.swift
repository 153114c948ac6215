// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

/// The options of a run.
struct Options: Sendable {
  var duration: Duration
  var seed: UInt64
  var threads: Int
  var crest: Int
  var period: Duration
  var patience: Duration
}

@main
struct Soak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Puts random load on one store, and checks that nothing is lost or leaked.",
    discussion: """
      Observers, components, scopes, readers and effects rise and fall in waves. After each wave, \
      when everything has ended, a line reports the remaining objects. The exit status is 1 if a \
      check failed.
      """)

  @Option(help: "The duration in minutes.")
  var minutes: Double?

  @Option(help: "The duration in seconds.")
  var seconds: Double?

  @Option(help: "The seed of all random choices.")
  var seed: UInt64 = 1

  @Option(help: "The number of threads that dispatch, besides the main thread.")
  var threads = 4

  @Option(help: "The number of observers, components and effects at the crest of a wave.")
  var crest = 2_000

  @Option(help: "The duration of a wave in seconds: 15 by default, or less for a short run.")
  var period: Double?

  @Option(help: "The number of seconds without progress after which the run is stuck.")
  var patience = 120.0

  func validate() throws {
    guard duration > 0, threads > 0, crest >= 0, period ?? 1 > 0, patience > 0 else {
      throw ValidationError("Times and numbers of threads must be greater than zero.")
    }
    guard minutes == nil || seconds == nil else {
      throw ValidationError("Use either --minutes or --seconds.")
    }
  }

  private var duration: Double { minutes.map { $0 * 60 } ?? seconds ?? 60 }

  func run() async throws {
    Memory.beginWithoutCaches()
    let options = Options(
      duration: .seconds(duration), seed: seed, threads: threads, crest: crest,
      period: .seconds(period ?? min(15, duration / 8)), patience: .seconds(patience))
    printLine("soak: seed \(seed), \(threads) threads, crest \(crest), waves of \(options.period)")
    let findings = await Session(options).run(printLine)
    findings.forEach { printLine("FAILED: \($0)") }
    printLine(findings.isEmpty ? "holds" : "does not hold: \(findings.count) findings")
    if !findings.isEmpty { throw ExitCode.failure }
  }
}

/// Prints a line without buffering, even to a pipe.
func printLine(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
