// SPDX-License-Identifier: MIT

import ArgumentParser
import Dispatch
import Foundation

/// The program, which measures on a secondary thread so that the main queue is free for deliveries.
@main
enum Program {
  static func main() {
    let command = Root.parseRoot()
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

struct Root: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Measures Runnel beside hand-written floors and other kinds of stores.",
    subcommands: [Measure.self, Turn.self],
    defaultSubcommand: Measure.self)

  /// Returns the parsed command, or exits with a message and status 64 for invalid arguments.
  static func parseRoot() -> any ParsableCommand {
    do {
      return try parseAsRoot()
    } catch {
      exit(withError: error)
    }
  }
}

/// Runs one turn and prints the reading, for workloads whose turns are separate processes.
struct Turn: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "turn", shouldDisplay: false)

  @Argument(help: "The name of the workload.") var workload: String
  @Argument(help: "The name of the contender.") var contender: String
  @Argument(help: "The setting of the workload.") var setting = ""
  @Flag(help: "Use only one core.") var oneCore = false
  @Flag(help: "Run another turn first, which doesn't count.") var warm = false
  @Flag(help: "Small sizes for a functional test.") var quick = false

  func entrant() throws -> Entrant {
    let scale: Scale = quick ? .quick : .full
    let workloads = Catalog.workloads(scale) + [FeatureWorkloads.startUpInThisProcess(scale)]
    let id = Entrant.ID(contender, setting)
    let entrants = workloads.filter { $0.name == workload }.flatMap(\.entrants)
    guard let entrant = entrants.first(where: { $0.id == id }) else {
      throw ValidationError("Unknown turn \"\(workload), \(id)\".")
    }
    return entrant
  }

  func validate() throws { _ = try entrant() }

  func run() throws {
    let entrant = try entrant()
    if warm {
      _ = try entrant.run()
      Rest.untilIdle()
    }
    let reading = try entrant.run()
    for quantity in reading.quantities { print(reading[quantity] ?? 0, quantity.rawValue) }
  }

  /// Runs a turn in a separate process, and returns the reading that it has printed.
  static func inSeparateProcess(_ arguments: [String]) throws -> Reading {
    let (process, output) = (Process(), Pipe())
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["turn"] + arguments
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try expect("exit of the process", process.terminationStatus, is: 0)
    var values: [Quantity: Double] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2, let quantity = Quantity(rawValue: words[1]) else { continue }
      values[quantity] = Double(words[0])
    }
    return Reading(values)
  }
}
