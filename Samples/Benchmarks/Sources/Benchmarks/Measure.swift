// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Harness

/// The command that measures workloads and curves, and reports them.
struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures all workloads, or only some of them, and prints a table.",
    discussion: """
      A ratio is the median of the ratios of each round, in which all entrants are measured in \
      succession. Exits with 1 if --check finds an exceeded budget, and with 2 if a store loses \
      actions or delivers a wrong value.
      """
  )

  @Option(help: "Names of workloads or curves, separated by commas: W1,W4.")
  var only: String?

  @Option(help: "Names of contenders, separated by commas, for example for a profiler.")
  var contenders: String?

  @Option(help: "The number of rounds. A report needs at least seven.")
  var rounds = 9

  @Flag(help: "Small sizes for a functional test. The numbers have no meaning.")
  var quick = false

  @Flag(help: "Print one JSON object per line instead of the table.")
  var json = false

  @Flag(help: "Exit with 1 if a ratio exceeds its budget.")
  var check = false

  @Flag(help: "Measure how costs grow, instead of the workloads.")
  var curves = false

  @Option(help: "A folder for drawings of the curves as SVG files. Implies --curves.")
  var svg: String?

  @Flag(help: "Also measure release builds of the library and of features.")
  var build = false

  @Flag(help: "Also measure the wake-ups and the processor time of an idle and of an active store.")
  var energy = false

  @Option(help: "The duration of each measurement of energy, in seconds.")
  var seconds = Energy.seconds

  private var drawsCurves: Bool { curves || svg != nil }
  private var scale: Scale { quick ? .quick : .full }

  /// The workloads that `--only` can name.
  private var available: [Workload] {
    guard !drawsCurves else { return unique(Catalog.curves(scale).map(\.workload)) }
    return Catalog.workloads(scale)
      + (build ? [CleanBuild.workload, FeatureBuild.workload(scale)] : [])
      + (energy ? [Energy.workload(scale, seconds: seconds)] : [])
  }

  private func unique(_ workloads: [Workload]) -> [Workload] {
    var names: Set<String> = []
    return workloads.filter { names.insert($0.name).inserted }
  }

  /// Returns the workloads to measure.
  func selected() throws -> [Workload] {
    guard let only else { return available.map(narrowed) }
    let names = only.split(separator: ",").map { $0.lowercased() }
    let known = available.map { $0.name.lowercased() }
    if names.isEmpty { throw ValidationError("--only needs a name.") }
    if let unknown = names.first(where: { !known.contains($0) }) {
      let list = available.map(\.name).joined(separator: ", ")
      throw ValidationError("Unknown workload \"\(unknown)\". The workloads are \(list).")
    }
    return available.filter { names.contains($0.name.lowercased()) }.map(narrowed)
  }

  private func narrowed(_ workload: Workload) -> Workload {
    guard let contenders else { return workload }
    let names = contenders.split(separator: ",").map { $0.lowercased() }
    return workload.narrowed { id in
      // The name of Runnel also selects its variants, such as "Runnel, typed".
      let name = id.contender.lowercased()
      return names.contains { name == $0 || name.hasPrefix($0 + ", ") }
    }
  }

  func validate() throws {
    guard rounds >= 1 else { throw ValidationError("--rounds must be at least 1.") }
    guard seconds > 0 else { throw ValidationError("--seconds must be positive.") }
    guard !(check && drawsCurves) else {
      throw ValidationError("Curves have no budgets: --check is invalid with --curves.")
    }
    guard try selected().contains(where: { !$0.entrants.isEmpty }) else {
      throw ValidationError("Unknown contender.")
    }
  }

  func run() throws {
    let isQuick = quick
    let runner = Runner(rounds: rounds, patience: drawsCurves ? .seconds(1) : nil) {
      if !isQuick { Rest.untilIdle() }
    }
    if !json { announce() }
    var all: [String: Findings] = [:]
    for workload in try selected() {
      let findings = try measure(workload, by: runner)
      all[workload.name] = findings
      let lines = json ? JSONLine.lines(findings) : Table.lines(findings)
      write(lines.joined(separator: "\n"))
    }
    try draw(all)
    let over = all.values.flatMap(\.verdicts).count { $0.holds == false }
    if !json, !drawsCurves { write("\nBudgets exceeded: \(over).") }
    if check, over > 0 { throw ExitCode(1) }
  }

  private func measure(_ workload: Workload, by runner: Runner) throws -> Findings {
    do {
      return try runner.measure(workload)
    } catch let wrong as WrongOutcome {
      FileHandle.standardError.write(Data("Wrong outcome in \(wrong)\n".utf8))
      throw ExitCode(2)
    }
  }

  private func draw(_ all: [String: Findings]) throws {
    guard let svg else { return }
    let folder = URL(fileURLWithPath: svg, isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for curve in Catalog.curves(scale) {
      guard let findings = all[curve.workload.name] else { continue }
      let file = folder.appendingPathComponent(curve.name + ".svg")
      try Data(Chart(curve, findings).svg.utf8).write(to: file)
    }
  }

  private func announce() {
    write("\(rounds) rounds, medians; a ratio is the median of the ratios of each round.")
    #if DEBUG
      write("This is a debug build: the numbers have no meaning.")
    #endif
    if rounds < 7 { write("Fewer than seven rounds are too few for a report.") }
  }

  /// Prints without buffering, even to a pipe: a run takes minutes.
  private func write(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
