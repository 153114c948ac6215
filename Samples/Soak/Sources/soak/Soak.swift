// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

@main
struct Soak: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Puts random load on one store, and checks that nothing is lost or leaked.")

  @Option(help: "The duration in minutes.") var minutes: Double?
  @Option(help: "The duration in seconds.") var seconds: Double?
  @Option(help: "The seed of all random choices.") var seed: UInt64 = 1
  @Option(help: "The number of threads that dispatch, besides the main thread.") var threads = 4
  @Option(help: "The number of observers and components at the crest.") var crest = 2_000

  var duration: Double { minutes.map { $0 * 60 } ?? seconds ?? 60 }

  func validate() throws {
    guard duration > 0, threads > 0, crest >= 0, minutes == nil || seconds == nil else {
      throw ValidationError("Use --minutes or --seconds, and numbers greater than zero.")
    }
  }

  func run() async throws {
    Memory.beginWithoutCaches()
    let faults = await Session(self).run()
    faults.forEach { printLine("FAILED: \($0)") }
    printLine(faults.isEmpty ? "holds" : "does not hold: \(faults.count) findings")
    if !faults.isEmpty { throw ExitCode.failure }
  }
}

/// Prints a line without buffering, even to a pipe.
func printLine(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
