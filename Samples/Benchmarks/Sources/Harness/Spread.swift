// SPDX-License-Identifier: MIT

/// The middle of some numbers, and how far they lie apart.
///
/// On a machine that others use, too, a mean says how busy they were. The median and the quartiles do
/// not change when one round of nine goes wrong.
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

  /// The spread of some numbers, if there are any.
  public init?(_ values: [Double]) {
    let values = values.sorted()
    guard let least = values.first, let greatest = values.last else { return nil }
    /// Between two numbers, the point in between that lies at the same fraction.
    func quantile(_ fraction: Double) -> Double {
      let position = fraction * Double(values.count - 1)
      let lower = Int(position)
      let upper = min(lower + 1, values.count - 1)
      return values[lower] + (position - Double(lower)) * (values[upper] - values[lower])
    }
    self.least = least
    lowerQuartile = quantile(0.25)
    median = quantile(0.5)
    upperQuartile = quantile(0.75)
    self.greatest = greatest
  }

  /// The spread of the ratios of numbers that belong together: of the same round, one each.
  ///
  /// Two that are measured one right after the other have met the same neighbours on the machine. So
  /// their ratio is far steadier than either of them.
  public init?(ofRatios values: [Double], to references: [Double]) {
    self.init(zip(values, references).filter { $0.1 > 0 }.map { $0.0 / $0.1 })
  }
}
