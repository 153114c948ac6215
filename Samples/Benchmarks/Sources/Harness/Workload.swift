// SPDX-License-Identifier: MIT

/// Something to do, and everybody who does it.
///
/// All settings of a workload are measured side by side, so that any two entrants can be compared
/// round by round: a size with another size as well as a store with the floor.
public struct Workload: Sendable {
  /// The short name that budgets and the command line know it by.
  public let name: String
  /// What is done, and from when to when the time is taken.
  public let title: String
  /// What one operation is.
  public let operation: String
  /// Who does it, in the order of the table.
  public let entrants: [Entrant]
  /// What is compared beside everybody with the floor of their own setting.
  public let budgets: [Budget]
  /// How many rounds are enough, where more would show nothing new.
  public let mostRounds: Int

  /// A workload with its entrants and budgets.
  public init(
    name: String,
    title: String,
    operation: String = "action",
    entrants: [Entrant],
    budgets: [Budget] = [],
    mostRounds: Int = .max
  ) {
    self.name = name
    self.title = title
    self.operation = operation
    self.entrants = entrants
    self.budgets = budgets
    self.mostRounds = mostRounds
  }

  /// The same workload for some entrants only. Comparisons with others fall away.
  public func narrowed(to isWanted: (Entrant.ID) -> Bool) -> Workload {
    Workload(
      name: name,
      title: title,
      operation: operation,
      entrants: entrants.filter { isWanted($0.id) },
      budgets: budgets,
      mostRounds: mostRounds
    )
  }
}

/// How much an entrant may take: so much in all, or so many times as much as another.
public struct Budget: Equatable, Sendable {
  /// Whose budget it is.
  public let owner: Entrant.ID
  /// What there is a budget for.
  public let quantity: Quantity
  /// Who takes the unit in which the limit is given. Without one, it is the quantity's own.
  public let reference: Entrant.ID?
  /// The limit. Without one, the ratio is recorded and nothing is asked of it.
  public let limit: Double?

  /// A budget in terms of another entrant.
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

  /// A budget in the quantity's own unit.
  public init(_ owner: Entrant.ID, _ quantity: Quantity, atMost limit: Double) {
    self.owner = owner
    self.quantity = quantity
    self.reference = nil
    self.limit = limit
  }
}
