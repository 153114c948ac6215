// SPDX-License-Identifier: MIT

/// What is measured of a round.
public enum Quantity: String, CaseIterable, Sendable {
  /// Nanoseconds per operation.
  case time
  /// How often an observer was told in the whole round.
  case told
  /// Bytes of the heap per operation.
  case bytes
  /// How many threads ran out of stack.
  case overflows
  /// Seconds for the whole round.
  case seconds

  /// The unit, as it stands in a table.
  public var unit: String {
    switch self {
    case .time: "ns"
    case .told: "times told"
    case .bytes: "B"
    case .overflows: "overflows"
    case .seconds: "s"
    }
  }
}

/// What one round of one entrant came to.
public struct Reading: Equatable, Sendable {
  private let values: [Quantity: Double]

  /// A reading of several quantities.
  public init(_ values: [Quantity: Double]) {
    self.values = values
  }

  /// The time that `count` operations took, and how often somebody was told meanwhile.
  public init(_ duration: Duration, per count: Int, told: Int? = nil) {
    var values = [Quantity.time: duration.nanoseconds / Double(count)]
    values[.told] = told.map(Double.init)
    self.values = values
  }

  /// The value of a quantity, if the round measured it.
  public subscript(quantity: Quantity) -> Double? { values[quantity] }

  /// What the round measured, in the order in which a table shows it.
  public var quantities: [Quantity] { Quantity.allCases.filter { values[$0] != nil } }
}

extension Duration {
  /// The duration as a number that can be divided.
  public var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}

/// A round that did not end as it must: actions were lost, or somebody was told too often.
///
/// A store that is wrong has no speed. Whoever measures gives up when this is thrown.
public struct WrongOutcome: Error, Equatable, CustomStringConvertible {
  /// What came out, and what should have.
  public let description: String

  /// An outcome that is wrong in a way that `description` tells.
  public init(_ description: String) {
    self.description = description
  }
}

/// Throws unless `value` is what it must be.
public func expect<Value: Equatable>(
  _ name: String,
  _ value: Value,
  is expected: Value
) throws(WrongOutcome) {
  guard value == expected else { throw WrongOutcome("\(name): \(value), not \(expected)") }
}
