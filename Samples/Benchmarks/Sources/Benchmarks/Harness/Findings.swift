// SPDX-License-Identifier: MIT

struct Findings: Sendable {
  let workload: Workload
  var readings: [Entrant.ID: [Reading]] = [:]
  var absences: [Entrant.ID: String] = [:]

  struct Figure: Sendable {
    let entrant: Entrant
    let quantity: Quantity
    let spread: Spread
    let verdicts: [Verdict]
  }

  struct Verdict: Sendable {
    let budget: Budget
    /// The amount in the unit of the budget, usually the ratios of the rounds.
    let amount: Spread

    var holds: Bool? { budget.limit.map { amount.median <= $0 } }
  }

  var figures: [Figure] {
    workload.entrants.flatMap { entrant in
      (readings[entrant.id]?.first?.quantities ?? []).compactMap { quantity in
        Spread(values(of: entrant.id, quantity)).map { spread in
          let verdicts = budgets(of: entrant.id, quantity).compactMap(verdict(on:))
          return Figure(entrant: entrant, quantity: quantity, spread: spread, verdicts: verdicts)
        }
      }
    }
  }

  /// The outcomes of the budgets, and the ratios to the floor without a budget.
  var verdicts: [Verdict] { figures.flatMap(\.verdicts) }

  private func budgets(of id: Entrant.ID, _ quantity: Quantity) -> [Budget] {
    let budgets = workload.budgets.filter { $0.owner == id && $0.quantity == quantity }
    let floor = Entrant.ID("floor", id.setting)
    let isCompared = readings[floor] == nil || budgets.contains { $0.reference == floor }
    return id == floor || isCompared ? budgets : budgets + [Budget(id, quantity, against: floor)]
  }

  private func verdict(on budget: Budget) -> Verdict? {
    let values = values(of: budget.owner, budget.quantity)
    let references = budget.reference.map { self.values(of: $0, budget.quantity) }
    return (references.map { Spread(ofRatios: values, to: $0) } ?? Spread(values))
      .map { Verdict(budget: budget, amount: $0) }
  }

  private func values(of id: Entrant.ID, _ quantity: Quantity) -> [Double] {
    (readings[id] ?? []).compactMap { $0[quantity] }
  }

  /// A heading, a row for each comparison, and a line for each excluded entrant.
  var table: [String] {
    let header = ["setting", "contender", "median", "quartiles", "", "ratio", "quartiles"]
    var rows = [header + ["against", "budget", ""]]
    var above = Entrant.ID("")
    for figure in figures {
      let id = figure.entrant.id
      let verdicts: [Verdict?] = figure.verdicts.isEmpty ? [nil] : figure.verdicts
      for (index, verdict) in verdicts.enumerated() {
        rows.append(
          [id.setting == above.setting ? "" : id.setting, id == above ? "" : id.contender]
            + (index == 0
              ? Findings.cells(figure.spread) + [figure.quantity.rawValue] : ["", "", ""])
            + cells(verdict, of: id))
        above = id
      }
    }
    return ["", "\(workload.name)  \(workload.title); per \(workload.operation)"]
      + Findings.aligned(rows)
      + workload.entrants.compactMap { entrant in
        absences[entrant.id].map { "  n/a  \(entrant.id): \($0)" }
      }
  }

  private func cells(_ verdict: Verdict?, of id: Entrant.ID) -> [String] {
    guard let verdict else { return ["", "", "", "", ""] }
    let budget = [
      verdict.budget.limit.map { "≤ " + Number.plain($0) } ?? "",
      verdict.holds.map { $0 ? "holds" : "OVER" } ?? "",
    ]
    // For an absolute budget, the row already has the amount.
    guard let reference = verdict.budget.reference else { return ["", "", ""] + budget }
    let against = reference.setting == id.setting ? reference.contender : reference.description
    return Findings.cells(verdict.amount) + [against] + budget
  }

  private static func cells(_ spread: Spread) -> [String] {
    [Number.short(spread.median), "\(Number.short(spread.q1)) – \(Number.short(spread.q3))"]
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    // Names are left-aligned, and numbers right-aligned.
    let leading: Set = [0, 1, 4, 7, 9]
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = "  "
      for (column, text) in row.enumerated() where widths[column] > 0 {
        let space = String(repeating: " ", count: widths[column] - text.count)
        line += (leading.contains(column) ? text + space : space + text) + "  "
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
