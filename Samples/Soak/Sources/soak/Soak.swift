// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

/// How long, how hard, and with which random numbers.
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
    abstract: "Puts random load on one store, and looks whether anything is lost or left behind.",
    discussion: """
      Observers, components, scopes, readers and effects rise and fall in waves. After each wave, when \
      all has ended, a line says what is left. The exit status is 1 if a check failed.
      """)

  @Option(help: "How long to go on, in minutes.")
  var minutes: Double?

  @Option(help: "How long to go on, in seconds.")
  var seconds: Double?

  @Option(help: "The seed of all random choices.")
  var seed: UInt64 = 1

  @Option(help: "How many threads dispatch, beside the main thread.")
  var threads = 4

  @Option(help: "How many observers, components and such there are at the crest of a wave.")
  var crest = 2_000

  @Option(help: "How long a wave is, in seconds. By default 15, or less for a short run.")
  var period: Double?

  @Option(help: "For how many seconds nothing may move before it counts as stuck.")
  var patience = 120.0

  func validate() throws {
    guard duration > 0, threads > 0, crest >= 0, period ?? 1 > 0, patience > 0 else {
      throw ValidationError("Times and numbers of threads are greater than zero.")
    }
    guard minutes == nil || seconds == nil else {
      throw ValidationError("Give either --minutes or --seconds.")
    }
  }

  private var duration: Double { minutes.map { $0 * 60 } ?? seconds ?? 60 }

  func run() async throws {
    Memory.beginWithoutCaches()
    let options = Options(
      duration: .seconds(duration), seed: seed, threads: threads, crest: crest,
      period: .seconds(period ?? min(15, duration / 8)), patience: .seconds(patience))
    say("soak: seed \(seed), \(threads) threads, crest \(crest), waves of \(options.period)")
    let findings = await Session(options).run(say)
    findings.forEach { say("FAILED: \($0)") }
    say(findings.isEmpty ? "holds" : "does not hold: \(findings.count) findings")
    if !findings.isEmpty { throw ExitCode.failure }
  }
}

/// Prints a line at once, also into a pipe.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
