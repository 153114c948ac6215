// SPDX-License-Identifier: MIT

/// The median and the quartiles of numbers.
///
/// On a shared machine, a mean mainly shows the load of the machine. The median and the quartiles
/// don't change when one of nine rounds is disturbed.
public struct Spread: Equatable, Sendable {
  /// The least of the numbers.
  public let least: Double
  /// A quarter of the numbers are no greater.
  public let lowerQuartile: Double
  /// Half of the numbers are no greater.
  public let median: Double
  /// Three quarters of the numbers are no greater.
  public let upperQuartile: Double
  /// The greatest of the numbers.
  public let greatest: Double

  /// Creates the spread of numbers, or `nil` if there are none.
  public init?(_ values: [Double]) {
    let values = values.sorted()
    guard let least = values.first, let greatest = values.last,
      let lowerQuartile = Spread.quantile(0.25, ofSorted: values),
      let median = Spread.quantile(0.5, ofSorted: values),
      let upperQuartile = Spread.quantile(0.75, ofSorted: values)
    else { return nil }
    self.least = least
    self.lowerQuartile = lowerQuartile
    self.median = median
    self.upperQuartile = upperQuartile
    self.greatest = greatest
  }

  /// Returns a quantile of sorted numbers, interpolated between two of them.
  static func quantile(_ fraction: Double, ofSorted values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let position = fraction * Double(values.count - 1)
    let lower = Int(position)
    let upper = min(lower + 1, values.count - 1)
    return values[lower] + (position - Double(lower)) * (values[upper] - values[lower])
  }

  /// Creates the spread of the ratios of numbers of the same round.
  ///
  /// Two turns of one round have the same conditions on the machine. So their ratio is far more
  /// stable than either value.
  public init?(ofRatios values: [Double], to references: [Double]) {
    self.init(zip(values, references).filter { $0.1 > 0 }.map { $0.0 / $0.1 })
  }
}
