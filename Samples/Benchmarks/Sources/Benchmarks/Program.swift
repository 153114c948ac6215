// SPDX-License-Identifier: MIT

import ArgumentParser
import Dispatch
import Foundation

/// Measures on a thread of its own, so that the main queue is free for what is delivered there.
@main
enum Program {
  static func main() {
    let command = Root.parseRoot()
    if command is StackProbe { StackProbe.limitStacks() }
    // `nonisolated(unsafe)`: handed over to the one thread that uses it.
    nonisolated(unsafe) let parsed = command
    Thread.detachNewThread {
      var command = parsed
      do {
        try command.run()
        Root.exit()
      } catch {
        Root.exit(withError: error)
      }
    }
    dispatchMain()
  }
}

/// What the program is called by.
struct Root: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Measures Runnel beside hand-written floors and other kinds of stores.",
    subcommands: [Measure.self, StackProbe.self],
    defaultSubcommand: Measure.self
  )

  /// The command that is asked for; with wrong arguments, says so and exits with 64.
  static func parseRoot() -> any ParsableCommand {
    do {
      return try parseAsRoot()
    } catch {
      exit(withError: error)
    }
  }
}
