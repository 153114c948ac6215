// SPDX-License-Identifier: MIT

/// A task to measure, and its entrants.
///
/// All settings of a workload are measured side by side, so that any two entrants can be compared
/// round by round: a size with another size as well as a store with the floor.
public struct Workload: Sendable {
  /// The short name, which budgets and the command line use.
  public let name: String
  /// The task, and the period that is measured.
  public let title: String
  /// The name of one operation.
  public let operation: String
  /// The entrants, in the order of the table.
  public let entrants: [Entrant]
  /// The comparisons, in addition to those with the floor of the same setting.
  public let budgets: [Budget]
  /// The number of rounds after which more would show nothing new.
  public let mostRounds: Int
  /// Whether the first round doesn't count.
  public let warmsUp: Bool

  /// Creates a workload.
  public init(
    name: String,
    title: String,
    operation: String = "action",
    entrants: [Entrant],
    budgets: [Budget] = [],
    mostRounds: Int = .max,
    warmsUp: Bool = true
  ) {
    self.name = name
    self.title = title
    self.operation = operation
    self.entrants = entrants
    self.budgets = budgets
    self.mostRounds = mostRounds
    self.warmsUp = warmsUp
  }

  /// Returns the same workload for some entrants only, without comparisons with others.
  public func narrowed(to isIncluded: (Entrant.ID) -> Bool) -> Workload {
    Workload(
      name: name,
      title: title,
      operation: operation,
      entrants: entrants.filter { isIncluded($0.id) },
      budgets: budgets,
      mostRounds: mostRounds,
      warmsUp: warmsUp
    )
  }
}

/// The limit of an entrant: an absolute value, or a ratio to another entrant.
public struct Budget: Equatable, Sendable {
  /// The entrant of the budget.
  public let owner: Entrant.ID
  /// The limited quantity.
  public let quantity: Quantity
  /// The entrant that the limit is relative to, or `nil` for an absolute limit.
  public let reference: Entrant.ID?
  /// The limit, or `nil` if the ratio is only recorded.
  public let limit: Double?

  /// Creates a budget relative to another entrant.
  public init(
    _ owner: Entrant.ID,
    _ quantity: Quantity = .time,
    against reference: Entrant.ID,
    atMost limit: Double? = nil
  ) {
    self.owner = owner
    self.quantity = quantity
    self.reference = reference
    self.limit = limit
  }

  /// Creates a budget in the unit of the quantity.
  public init(_ owner: Entrant.ID, _ quantity: Quantity, atMost limit: Double) {
    self.owner = owner
    self.quantity = quantity
    self.reference = nil
    self.limit = limit
  }
}
