// SPDX-License-Identifier: MIT

/// A quantity that a round measures.
public enum Quantity: String, CaseIterable, Sendable {
  /// The nanoseconds per operation.
  case time
  /// The nanoseconds that 99 of 100 operations don't exceed.
  case tail
  /// The nanoseconds that all threads of the process use a processor.
  case processorTime
  /// The number of times that a thread of the process stops to wait, and is woken up.
  case wakeUps
  /// The number of values that an observer receives in a round.
  case deliveries
  /// The bytes of the heap per operation.
  case bytes
  /// The number of threads that overflowed their stack.
  case overflows
  /// The seconds of the whole round.
  case seconds
  /// The seconds that all processes of the round use a processor.
  case processorSeconds

  /// The unit in a table.
  public var unit: String {
    switch self {
    case .time: "ns"
    case .tail: "ns p99"
    case .processorTime: "ns CPU"
    case .wakeUps: "wake-ups"
    case .deliveries: "deliveries"
    case .bytes: "B"
    case .overflows: "overflows"
    case .seconds: "s"
    case .processorSeconds: "s CPU"
    }
  }
}

/// The measurements of one round of one entrant.
public struct Reading: Equatable, Sendable {
  private let values: [Quantity: Double]

  /// Creates a reading of several quantities.
  public init(_ values: [Quantity: Double]) {
    self.values = values
  }

  /// Creates a reading of the time of `count` operations, and of the deliveries meanwhile.
  public init(_ duration: Duration, per count: Int, deliveries: Int? = nil) {
    var values = [Quantity.time: duration.nanoseconds / Double(count)]
    values[.deliveries] = deliveries.map(Double.init)
    self.values = values
  }

  /// Creates a reading of the median and the tail of the nanoseconds of single operations.
  public init(latencies: [Double]) throws(WrongOutcome) {
    guard let median = Spread(latencies)?.median,
      let tail = Spread.quantile(0.99, ofSorted: latencies.sorted())
    else { throw WrongOutcome("there are no measurements") }
    self.init([.time: median, .tail: tail])
  }

  /// The value of a quantity, if the round measured it.
  public subscript(quantity: Quantity) -> Double? { values[quantity] }

  /// The measured quantities, in the order of the table.
  public var quantities: [Quantity] { Quantity.allCases.filter { values[$0] != nil } }
}

extension Duration {
  /// The duration as a number of nanoseconds.
  public var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}

/// A round with a wrong outcome, such as lost actions or repeated deliveries.
///
/// The speed of a wrong store has no meaning, so this error ends the measurement.
public struct WrongOutcome: Error, Equatable, CustomStringConvertible {
  /// The actual and the expected outcome.
  public let description: String

  /// Creates an error with a description.
  public init(_ description: String) {
    self.description = description
  }
}

/// Throws unless `value` equals the expected value.
public func expect<Value: Equatable>(
  _ name: String,
  _ value: Value,
  is expected: Value
) throws(WrongOutcome) {
  guard value == expected else { throw WrongOutcome("\(name): \(value), not \(expected)") }
}
