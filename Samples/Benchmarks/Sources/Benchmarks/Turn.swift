// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Harness

/// A command for workloads in separate processes: it runs one turn, and prints the reading.
struct Turn: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "turn",
    abstract: "Runs one turn of a contender, for workloads in separate processes.",
    shouldDisplay: false
  )

  @Argument(help: "The name of the workload.")
  var workload: String

  @Argument(help: "The name of the contender.")
  var contender: String

  @Argument(help: "The setting of the workload.")
  var setting = ""

  @Flag(help: "Use only one core.")
  var oneCore = false

  @Flag(help: "Run another turn first, which doesn't count.")
  var warm = false

  @Flag(help: "Small sizes for a functional test.")
  var quick = false

  @Option(help: "The duration of a measurement of energy, in seconds.")
  var seconds = Energy.seconds

  /// Returns the entrant to run.
  func entrant() throws -> Entrant {
    let scale: Scale = quick ? .quick : .full
    let workloads = Catalog.workloads(scale) + Catalog.separate(scale, seconds: seconds)
    let id = Entrant.ID(contender, setting)
    let entrants = workloads.filter { $0.name == workload }.flatMap(\.entrants)
    guard let entrant = entrants.first(where: { $0.id == id }) else {
      throw ValidationError("Unknown turn \"\(workload), \(id)\".")
    }
    return entrant
  }

  func validate() throws {
    _ = try entrant()
  }

  func run() throws {
    let entrant = try entrant()
    if warm {
      _ = try entrant.run()
      Rest.untilIdle()
    }
    let reading = try entrant.run()
    for quantity in reading.quantities {
      print(quantity.rawValue, reading[quantity] ?? 0)
    }
  }

  /// Runs a turn in a separate process.
  static func inSeparateProcess(_ arguments: [String]) throws -> Reading {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [configuration.commandName ?? ""] + arguments
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try expect("exit of the process", process.terminationStatus, is: 0)
    return reading(from: text)
  }

  /// Returns the reading that a process has printed.
  static func reading(from text: String) -> Reading {
    var values: [Quantity: Double] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 2, let quantity = Quantity(rawValue: String(words[0])) else { continue }
      values[quantity] = Double(words[1])
    }
    return Reading(values)
  }
}
