// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// A logarithmic axis from its first tick to its last one.
struct LogAxis: Equatable {
  /// The unit of the labels.
  enum Unit {
    case count
    case nanoseconds
  }

  /// The marked values, in ascending order: at least two.
  let ticks: [Double]

  /// Creates the smallest axis between powers of ten that covers all positive values.
  init(covering values: [Double]) {
    ticks = LogAxis.powers(covering: values)
  }

  /// Creates an axis with a tick at each of the values, or between powers of ten if there are fewer
  /// than two.
  init(at values: [Double]) {
    let distinct = Set(values.filter { $0 > 0 && $0.isFinite }).sorted()
    ticks = distinct.count < 2 ? LogAxis.powers(covering: distinct) : distinct
  }

  private static func powers(covering values: [Double]) -> [Double] {
    let logarithms = values.filter { $0 > 0 && $0.isFinite }.map { log10($0) }
    let lower = Int((logarithms.min() ?? 0).rounded(.down))
    let upper = Int((logarithms.max() ?? 1).rounded(.up))
    return (lower...max(upper, lower + 1)).map { pow(10, Double($0)) }
  }

  /// Returns the position of a value, from 0 at the first tick to 1 at the last one.
  func position(of value: Double) -> Double {
    log10(value / ticks[0]) / log10(ticks[ticks.count - 1] / ticks[0])
  }

  /// Returns a short label, such as 0.1, 100, 10,000 or 1M, or with a unit 100 ns, 10 µs or 1 ms.
  static func label(of value: Double, _ unit: Unit) -> String {
    switch unit {
    case .count:
      guard value >= 1 else { return Number.plain(value) }
      return value < 1e6 ? Number.plain(value) : "\(Number.plain(value / 1e6))M"
    case .nanoseconds:
      switch value {
      case ..<1e3: return "\(Number.plain(value)) ns"
      case ..<1e6: return "\(Number.plain(value / 1e3)) µs"
      case ..<1e9: return "\(Number.plain(value / 1e6)) ms"
      default: return "\(Number.plain(value / 1e9)) s"
      }
    }
  }
}
