// SPDX-License-Identifier: MIT

/// By what rows are sorted, and in which direction.
public struct Order: Equatable, Sendable {
  /// What can be sorted by.
  public enum Column: CaseIterable, Sendable {
    /// How busy the process is.
    case processor
    /// How much memory it has.
    case memory
    /// Its number.
    case number
    /// Whose it is.
    case user
    /// What it is called.
    case name

    /// The column after this one, and the first after the last.
    var next: Column {
      let all = Column.allCases
      return all.firstIndex(of: self).map { all[($0 + 1) % all.count] } ?? self
    }

    /// Whether the largest come first unless one says otherwise.
    var isDescending: Bool { self == .processor || self == .memory }
  }

  /// The column to sort by.
  public var column: Column
  /// Whether the largest come first.
  public var isDescending: Bool

  /// An order by a column, in the direction that is usual for it.
  public init(by column: Column = .processor) {
    self.column = column
    isDescending = column.isDescending
  }

  /// Those of the processes that match a filter, sorted.
  ///
  /// What is equal is sorted by number, in either direction: rows must not change places by chance.
  public func rows(of processes: [Process], matching filter: String) -> [Process] {
    let filter = filter.lowercased()
    let rows = filter.isEmpty ? processes : processes.filter { $0.matches(filter) }
    switch column {
    case .processor: return sorted(rows) { $0.processorShare }
    case .memory: return sorted(rows) { $0.memory }
    case .number: return sorted(rows) { $0.id.number }
    case .user: return sorted(rows) { $0.user }
    case .name: return sorted(rows) { $0.name.lowercased() }
    }
  }

  private func sorted(
    _ rows: [Process],
    by value: (Process) -> some Comparable
  ) -> [Process] {
    rows.map { (row: $0, value: value($0)) }
      .sorted { left, right in
        if left.value != right.value { return (left.value < right.value) != isDescending }
        return left.row.id.number < right.row.id.number
      }
      .map(\.row)
  }
}

extension Process {
  /// Whether the name, the user or the number contains a text in lower case.
  fileprivate func matches(_ filter: String) -> Bool {
    name.lowercased().contains(filter) || user.lowercased().contains(filter)
      || "\(id.number)".contains(filter)
  }
}
