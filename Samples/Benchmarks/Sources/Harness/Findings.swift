// SPDX-License-Identifier: MIT

/// The results of a workload.
public struct Findings: Sendable {
  /// The workload.
  public let workload: Workload
  /// The reading of each round, by entrant.
  public internal(set) var readings: [Entrant.ID: [Reading]] = [:]
  /// The excluded entrants, each with the reason.
  public internal(set) var absences: [Entrant.ID: String] = [:]

  /// Creates findings.
  public init(
    workload: Workload,
    readings: [Entrant.ID: [Reading]] = [:],
    absences: [Entrant.ID: String] = [:]
  ) {
    self.workload = workload
    self.readings = readings
    self.absences = absences
  }

  /// Returns the values of a quantity of an entrant.
  public func spread(of id: Entrant.ID, _ quantity: Quantity) -> Spread? {
    Spread(values(of: id, quantity))
  }

  /// The results of all entrants, in the order of the table.
  public var figures: [Figure] {
    workload.entrants.flatMap { entrant in
      let quantities = readings[entrant.id]?.first?.quantities ?? []
      return quantities.compactMap { figure(of: entrant, $0) }
    }
  }

  /// The outcomes of the budgets, and the ratios to the floor without a budget.
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

/// A measured quantity of an entrant, with its comparisons.
public struct Figure: Sendable {
  /// The entrant.
  public let id: Entrant.ID
  /// The size of the setting.
  public let size: Int
  /// The measured quantity.
  public let quantity: Quantity
  /// The measured values.
  public let spread: Spread
  /// The comparisons.
  public let verdicts: [Verdict]
}

/// The outcome of a budget.
public struct Verdict: Sendable {
  /// The budget.
  public let budget: Budget
  /// The amount in the unit of the budget, usually the ratios of the rounds.
  public let amount: Spread

  /// Whether the median is within the limit, if there is one.
  public var holds: Bool? { budget.limit.map { amount.median <= $0 } }
}
