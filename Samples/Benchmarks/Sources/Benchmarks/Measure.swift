// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures all workloads, or only some of them, and prints a table.",
    discussion: """
      A ratio is the median of the ratios of each round, in which all entrants are measured in \
      succession. Exits with 1 if --check finds an exceeded budget, and with 2 if a store loses \
      actions or delivers a wrong value.
      """)

  @Option(help: "Names of workloads or curves, separated by commas: W1,W4.") var only: String?
  @Option(help: "The number of rounds. A report needs at least seven.") var rounds = 9
  @Flag(help: "Small sizes for a functional test. The numbers have no meaning.") var quick = false
  @Flag(help: "Exit with 1 if a ratio exceeds its budget.") var check = false
  @Flag(help: "Measure how costs grow, instead of the workloads.") var curves = false
  @Option(help: "A folder for drawings of the curves as SVG files. Implies --curves.")
  var svg: String?
  private var drawsCurves: Bool { curves || svg != nil }
  private var scale: Scale { quick ? .quick : .full }

  private var available: [Workload] {
    drawsCurves ? Catalog.curves(scale).map(\.workload) : Catalog.workloads(scale)
  }

  func selected() throws -> [Workload] {
    let names = only?.split(separator: ",").map { $0.lowercased() }
    let known = available.map(\.name)
    let unknown = names?.first { !known.map { $0.lowercased() }.contains($0) }
    if names?.isEmpty == true || unknown != nil {
      throw ValidationError("Unknown workload. They are \(known.joined(separator: ", ")).")
    }
    return available.filter { names?.contains($0.name.lowercased()) ?? true }
  }

  func validate() throws {
    guard rounds >= 1 else { throw ValidationError("--rounds must be at least 1.") }
    guard !(check && drawsCurves) else {
      throw ValidationError("Curves have no budgets: --check is invalid with --curves.")
    }
    _ = try selected()
  }

  func run() throws {
    let isQuick = quick
    let runner = Runner(rounds: rounds, patience: drawsCurves ? .seconds(1) : nil) {
      if !isQuick { Rest.untilIdle() }
    }
    write("\(rounds) rounds, medians; a ratio is the median of the ratios of each round.")
    if rounds < 7 { write("Fewer than seven rounds are too few for a report.") }
    var all: [String: Findings] = [:]
    for workload in try selected() {
      do {
        let findings = try runner.measure(workload)
        all[workload.name] = findings
        write(findings.table.joined(separator: "\n"))
      } catch let wrong as WrongOutcome {
        FileHandle.standardError.write(Data("Wrong outcome in \(wrong)\n".utf8))
        throw ExitCode(2)
      }
    }
    try draw(all)
    let over = all.values.flatMap(\.verdicts).count { $0.holds == false }
    if !drawsCurves { write("\nBudgets exceeded: \(over).") }
    if check, over > 0 { throw ExitCode(1) }
  }

  private func draw(_ all: [String: Findings]) throws {
    guard let svg else { return }
    let folder = URL(fileURLWithPath: svg, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for curve in Catalog.curves(scale) {
      guard let findings = all[curve.workload.name] else { continue }
      let drawing = Chart(curve, curve.series(of: findings)).svg
      try Data(drawing.utf8).write(to: folder.appendingPathComponent(curve.name + ".svg"))
    }
  }

  /// Prints without buffering, even to a pipe: a run takes minutes.
  private func write(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
