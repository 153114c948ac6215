// SPDX-License-Identifier: MIT

/// Formats findings as a table.
public enum Table {
  private static let header = [
    "setting", "contender", "median", "quartiles", "", "ratio", "quartiles", "against", "budget",
    "",
  ]
  /// The columns of names, which are left-aligned.
  ///
  /// Numbers are right-aligned.
  private static let leading: Set<Int> = [0, 1, 4, 7, 9]

  /// Returns a heading, a row for each comparison, and a line for each excluded entrant.
  public static func lines(_ findings: Findings) -> [String] {
    let workload = findings.workload
    var rows = [header]
    var above = Entrant.ID("")
    for figure in findings.figures {
      for (index, verdict) in padded(figure.verdicts).enumerated() {
        let isNew = figure.id != above
        let name = [
          figure.id.setting == above.setting ? "" : figure.id.setting,
          isNew ? figure.id.contender : "",
        ]
        let figures = index == 0 ? cells(figure) : ["", "", ""]
        rows.append(name + figures + cells(verdict, of: figure))
        above = figure.id
      }
    }
    return ["", "\(workload.name)  \(workload.title); per \(workload.operation)"]
      + aligned(rows).map { "  " + $0 }
      + workload.entrants.compactMap { entrant in
        findings.absences[entrant.id].map { "  n/a  \(entrant.id): \($0)" }
      }
  }

  /// Returns the comparisons of a figure, or one `nil` if there is none: each figure has a row.
  private static func padded(_ verdicts: [Verdict]) -> [Verdict?] {
    verdicts.isEmpty ? [nil] : verdicts
  }

  private static func cells(_ figure: Figure) -> [String] {
    [Number.short(figure.spread.median), quartiles(figure.spread), figure.quantity.unit]
  }

  private static func cells(_ verdict: Verdict?, of figure: Figure) -> [String] {
    guard let verdict else { return ["", "", "", "", ""] }
    let reference = verdict.budget.reference
    let against =
      reference.map { $0.setting == figure.id.setting ? $0.contender : $0.description } ?? ""
    let budget = verdict.budget.limit.map { "≤ " + Number.plain($0) } ?? ""
    let outcome = verdict.holds.map { $0 ? "holds" : "OVER" } ?? ""
    // For an absolute budget, the row already has the amount.
    guard reference != nil else { return ["", "", against, budget, outcome] }
    return [
      Number.short(verdict.amount.median), quartiles(verdict.amount), against, budget, outcome,
    ]
  }

  private static func quartiles(_ spread: Spread) -> String {
    "\(Number.short(spread.lowerQuartile)) – \(Number.short(spread.upperQuartile))"
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, text) in row.enumerated() where widths[column] > 0 {
        let space = String(repeating: " ", count: widths[column] - text.count)
        line += (leading.contains(column) ? text + space : space + text) + "  "
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
