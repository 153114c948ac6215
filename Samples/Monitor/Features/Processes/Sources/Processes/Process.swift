// SPDX-License-Identifier: MIT

/// A process as it was when the system was sampled.
public struct Process: Identifiable, Codable, Equatable, Sendable {
  /// The identity of a process, which differs from that of a later process with the same number.
  public struct ID: Codable, Hashable, Sendable {
    /// The number of the process.
    public var number: Int32
    /// The time at which it started, in a unit that the sampler chooses.
    public var started: UInt64

    /// Creates the identity of a process.
    public init(number: Int32, started: UInt64 = 0) {
      self.number = number
      self.started = started
    }
  }

  /// The identity of the process.
  public var id: ID
  /// The name of the process, which can be any text.
  public var name: String
  /// The user of the process.
  public var user: String
  /// The processor time that it uses, where 1 is all the time of one core.
  public var processorShare: Double
  /// The memory that it occupies, in bytes.
  public var memory: UInt64

  /// Creates a process.
  public init(id: ID, name: String, user: String, processorShare: Double, memory: UInt64) {
    self.id = id
    self.name = name
    self.user = user
    self.processorShare = processorShare
    self.memory = memory
  }

  /// Returns whether the name, the user or the number contains a text in lower case.
  fileprivate func matches(_ filter: String) -> Bool {
    name.lowercased().contains(filter) || user.lowercased().contains(filter)
      || "\(id.number)".contains(filter)
  }
}

/// The sort column and direction of rows.
public struct Order: Codable, Equatable, Sendable {
  /// A column to sort by.
  public enum Column: String, Codable, CaseIterable, Sendable {
    case processor, memory, number, user, name

    /// The next column; after the last one, the first.
    var next: Column {
      let all = Column.allCases
      return all.firstIndex(of: self).map { all[($0 + 1) % all.count] } ?? self
    }

    /// Whether the largest values come first by default.
    var isDescending: Bool { self == .processor || self == .memory }
  }

  /// The sort column.
  public var column: Column
  /// Whether the largest values come first.
  public var isDescending: Bool

  /// Creates an order by a column, in its default direction.
  public init(by column: Column = .processor) {
    self.column = column
    isDescending = column.isDescending
  }

  /// Returns the processes that match a filter, sorted, and equal ones by number.
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

  private func sorted(_ rows: [Process], by value: (Process) -> some Comparable) -> [Process] {
    rows.map { (row: $0, value: value($0)) }
      .sorted { left, right in
        if left.value != right.value { return (left.value < right.value) != isDescending }
        return left.row.id.number < right.row.id.number
      }
      .map(\.row)
  }
}
