// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Harness

/// Measures what is asked for, and reports it.
struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures all workloads, or those that are named, and prints a table.",
    discussion: """
      A ratio is the median of the ratios of each round, in which everybody is measured one right \
      after the other. Exits with 1 if --check finds a budget exceeded, and with 2 if a store \
      loses actions or tells a wrong value.
      """
  )

  @Option(help: "Names of workloads, or of curves, with commas between: W1,W4.")
  var only: String?

  @Option(help: "Names of contenders, with commas between: for a profiler, say.")
  var contenders: String?

  @Option(help: "How many rounds count. A report takes seven at least.")
  var rounds = 9

  @Flag(help: "Small sizes, to see that it works. The numbers mean nothing.")
  var quick = false

  @Flag(help: "Print a JSON object a line in place of the table.")
  var json = false

  @Flag(help: "Exit with 1 if a ratio is over its budget.")
  var check = false

  @Flag(help: "Measure how costs grow, in place of the workloads.")
  var curves = false

  @Option(help: "A folder to draw the curves into, as SVG files. Implies --curves.")
  var svg: String?

  @Flag(help: "Also measure a clean release build of the library.")
  var build = false

  private var drawsCurves: Bool { curves || svg != nil }
  private var scale: Scale { quick ? .quick : .full }

  /// What may be named by `--only`.
  private var available: [Workload] {
    guard !drawsCurves else { return unique(Catalogue.curves(scale).map(\.workload)) }
    return Catalogue.workloads(scale) + (build ? [CleanBuild.workload] : [])
  }

  private func unique(_ workloads: [Workload]) -> [Workload] {
    var names: Set<String> = []
    return workloads.filter { names.insert($0.name).inserted }
  }

  /// What is to be measured.
  func selected() throws -> [Workload] {
    guard let only else { return available.map(narrowed) }
    let names = only.split(separator: ",").map { $0.lowercased() }
    let known = available.map { $0.name.lowercased() }
    if names.isEmpty { throw ValidationError("--only needs a name.") }
    if let unknown = names.first(where: { !known.contains($0) }) {
      let list = available.map(\.name).joined(separator: ", ")
      throw ValidationError("There is nothing called \"\(unknown)\". There is \(list).")
    }
    return available.filter { names.contains($0.name.lowercased()) }.map(narrowed)
  }

  private func narrowed(_ workload: Workload) -> Workload {
    guard let contenders else { return workload }
    let names = contenders.split(separator: ",").map { $0.lowercased() }
    return workload.narrowed { names.contains($0.contender.lowercased()) }
  }

  func validate() throws {
    guard rounds >= 1 else { throw ValidationError("--rounds must be 1 at least.") }
    guard !(check && drawsCurves) else {
      throw ValidationError("Curves have no budgets: --check does not go with them.")
    }
    guard try selected().contains(where: { !$0.entrants.isEmpty }) else {
      throw ValidationError("There is no such contender.")
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
      say(lines.joined(separator: "\n"))
    }
    try draw(all)
    let over = all.values.flatMap(\.verdicts).count { $0.holds == false }
    if !json, !drawsCurves { say("\nBudgets exceeded: \(over).") }
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
    for curve in Catalogue.curves(scale) {
      guard let findings = all[curve.workload.name] else { continue }
      let file = folder.appendingPathComponent(curve.name + ".svg")
      try Data(Chart(curve, findings).svg.utf8).write(to: file)
    }
  }

  private func announce() {
    say("\(rounds) rounds, medians; a ratio is the median of the ratios of each round.")
    #if DEBUG
      say("This is a debug build: the numbers mean nothing.")
    #endif
    if rounds < 7 { say("Fewer than seven rounds are a look, and not a report.") }
  }

  /// Prints at once, also into a pipe: a run takes minutes.
  private func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
