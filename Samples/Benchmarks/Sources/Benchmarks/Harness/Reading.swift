// SPDX-License-Identifier: MIT

import Foundation

/// A quantity that a round measures, by its unit in a table.
enum Quantity: String, CaseIterable, Sendable {
  /// The nanoseconds per operation, and those that 99 of 100 operations don't exceed.
  case time = "ns", tail = "ns p99"
  /// The nanoseconds that all threads of the process use a processor.
  case processorTime = "ns CPU"
  /// The number of times that a thread of the process stops to wait, and is woken up.
  case wakeUps = "wake-ups"
  /// The number of values that an observer receives in a round.
  case deliveries
  /// The bytes of the heap per operation.
  case bytes = "B"
}

struct Reading: Equatable, Sendable {
  private let values: [Quantity: Double]

  init(_ values: [Quantity: Double]) { self.values = values }

  /// Creates a reading of the time of `count` operations, and of the deliveries meanwhile.
  init(_ duration: Duration, per count: Int, deliveries: Int? = nil) {
    var values = [Quantity.time: duration.nanoseconds / Double(count)]
    values[.deliveries] = deliveries.map(Double.init)
    self.values = values
  }

  /// Creates a reading of the median and the tail of the nanoseconds of single operations.
  init(latencies: [Double]) throws(WrongOutcome) {
    guard let median = Spread(latencies)?.median else {
      throw WrongOutcome("there are no measurements")
    }
    self.init([.time: median, .tail: Spread.quantile(0.99, ofSorted: latencies.sorted())])
  }

  subscript(quantity: Quantity) -> Double? { values[quantity] }

  var quantities: [Quantity] { Quantity.allCases.filter { values[$0] != nil } }
}

extension Duration {
  var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}

/// The median and the quartiles of numbers.
///
/// On a shared machine, a mean mainly shows the load of the machine. The median and the quartiles
/// don't change when one of nine rounds is disturbed.
struct Spread: Equatable, Sendable {
  let q1: Double, median: Double, q3: Double

  init?(_ values: [Double]) {
    let values = values.sorted()
    if values.isEmpty { return nil }
    q1 = Spread.quantile(0.25, ofSorted: values)
    median = Spread.quantile(0.5, ofSorted: values)
    q3 = Spread.quantile(0.75, ofSorted: values)
  }

  /// Creates the spread of the ratios of numbers of the same round.
  ///
  /// Two turns of one round have the same conditions on the machine. So their ratio is far more
  /// stable than either value.
  init?(ofRatios values: [Double], to references: [Double]) {
    self.init(zip(values, references).filter { $0.1 > 0 }.map { $0.0 / $0.1 })
  }

  /// Returns a quantile of sorted numbers, interpolated between two of them.
  static func quantile(_ fraction: Double, ofSorted values: [Double]) -> Double {
    let position = fraction * Double(values.count - 1)
    let lower = Int(position)
    let upper = min(lower + 1, values.count - 1)
    return values[lower] + (position - Double(lower)) * (values[upper] - values[lower])
  }
}

/// A wrong outcome of a round, such as lost actions, which ends the measurement.
struct WrongOutcome: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

func expect<Value: Equatable>(
  _ name: String, _ value: Value, is expected: Value
) throws(WrongOutcome) {
  guard value == expected else { throw WrongOutcome("\(name): \(value), not \(expected)") }
}

enum Number {
  /// Returns a number with three significant digits and commas: 0.0712, 7.12, 71.2, 712, 7,120.
  static func short(_ value: Double) -> String {
    let limits = [0.1: 4, 1: 3, 10: 2, 100: 1]
    let limit = limits.keys.filter { abs(value) < $0 }.min()
    return fixed(value, places: value == 0 ? 0 : limit.flatMap { limits[$0] } ?? 0)
  }

  /// Returns a limit without trailing zeros.
  static func plain(_ value: Double) -> String {
    var text = fixed(value, places: 4)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// Returns a number with a fixed number of digits after the point, and commas before it.
  static func fixed(_ value: Double, places: Int) -> String {
    let text = String(format: "%.\(places)f", abs(value))
    guard let whole = Int(text.prefix { $0 != "." }) else { return text }
    let isNegative = value < 0 && text.contains { $0 != "0" && $0 != "." }
    return (isNegative ? "-" : "") + whole.grouped + text.drop { $0 != "." }
  }
}

extension Int {
  var grouped: String {
    let digits = Array(String(magnitude))
    let parts = digits.indices.map { index in
      index > 0 && (digits.count - index).isMultiple(of: 3)
        ? ",\(digits[index])" : "\(digits[index])"
    }
    return (self < 0 ? "-" : "") + parts.joined()
  }

  /// Returns the number with a noun, for the names of settings.
  func counted(_ noun: String) -> String { "\(grouped) \(noun)\(self == 1 ? "" : "s")" }
}
