// SPDX-License-Identifier: MIT

/// What a workload came to.
public struct Findings: Sendable {
  /// What was measured.
  public let workload: Workload
  /// The reading of each round, by entrant.
  public internal(set) var readings: [Entrant.ID: [Reading]] = [:]
  /// Who was left out, and why.
  public internal(set) var absences: [Entrant.ID: String] = [:]

  /// Findings, to be filled in or with what is known.
  public init(
    workload: Workload,
    readings: [Entrant.ID: [Reading]] = [:],
    absences: [Entrant.ID: String] = [:]
  ) {
    self.workload = workload
    self.readings = readings
    self.absences = absences
  }

  /// What is known of a quantity of an entrant.
  public func spread(of id: Entrant.ID, _ quantity: Quantity) -> Spread? {
    Spread(values(of: id, quantity))
  }

  /// What there is to say of everybody, in the order of the table.
  public var figures: [Figure] {
    workload.entrants.flatMap { entrant in
      let quantities = readings[entrant.id]?.first?.quantities ?? []
      return quantities.compactMap { figure(of: entrant, $0) }
    }
  }

  /// What budgets came to, and the ratios to the floor that have none.
  public var verdicts: [Verdict] { figures.flatMap(\.verdicts) }

  private func figure(of entrant: Entrant, _ quantity: Quantity) -> Figure? {
    guard let spread = spread(of: entrant.id, quantity) else { return nil }
    var budgets = workload.budgets.filter { $0.owner == entrant.id && $0.quantity == quantity }
    let floor = Entrant.ID("floor", entrant.id.setting)
    if entrant.id != floor, readings[floor] != nil,
      !budgets.contains(where: { $0.reference == floor })
    {
      budgets.append(Budget(entrant.id, quantity, against: floor))
    }
    return Figure(
      id: entrant.id,
      size: entrant.size,
      quantity: quantity,
      spread: spread,
      verdicts: budgets.compactMap(verdict(on:))
    )
  }

  private func verdict(on budget: Budget) -> Verdict? {
    let values = values(of: budget.owner, budget.quantity)
    let amount =
      if let reference = budget.reference {
        Spread(ofRatios: values, to: self.values(of: reference, budget.quantity))
      } else {
        Spread(values)
      }
    return amount.map { Verdict(budget: budget, amount: $0) }
  }

  private func values(of id: Entrant.ID, _ quantity: Quantity) -> [Double] {
    (readings[id] ?? []).compactMap { $0[quantity] }
  }
}

/// A quantity of an entrant, and what it is compared with.
public struct Figure: Sendable {
  /// Whose it is.
  public let id: Entrant.ID
  /// The size of the setting.
  public let size: Int
  /// What was measured.
  public let quantity: Quantity
  /// What it came to.
  public let spread: Spread
  /// What it is compared with.
  public let verdicts: [Verdict]
}

/// A budget, and what was taken of it.
public struct Verdict: Sendable {
  /// The budget.
  public let budget: Budget
  /// What was taken, in the unit of the budget: as a rule a ratio, of each round by itself.
  public let amount: Spread

  /// Whether the median keeps to the limit, if there is one.
  public var holds: Bool? { budget.limit.map { amount.median <= $0 } }
}
