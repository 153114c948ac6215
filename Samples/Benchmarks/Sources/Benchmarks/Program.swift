// SPDX-License-Identifier: MIT

import ArgumentParser
import Dispatch
import Foundation

/// The program, which measures on a secondary thread so that the main queue is free for deliveries.
@main
enum Program {
  static func main() {
    let command = Root.parseRoot()
    if command is StackProbe { StackProbe.limitStacks() }
    if let turn = command as? Turn, turn.oneCore {
      precondition(OneCore.restrict(), "The process must run on one core.")
    }
    // `nonisolated(unsafe)`: only one thread uses it at a time.
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

/// The command line of the program.
struct Root: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Measures Runnel beside hand-written floors and other kinds of stores.",
    subcommands: [Measure.self, StackProbe.self, Turn.self],
    defaultSubcommand: Measure.self
  )

  /// Returns the parsed command, or exits with a message and status 64 for invalid arguments.
  static func parseRoot() -> any ParsableCommand {
    do {
      return try parseAsRoot()
    } catch {
      exit(withError: error)
    }
  }
}
