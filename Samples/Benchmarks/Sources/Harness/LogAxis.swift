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

/// A logarithmic axis from one power of ten to another.
struct LogAxis: Equatable {
  /// The exponents of the powers at both ends.
  let exponents: ClosedRange<Int>

  /// Creates the smallest axis that covers all positive values.
  init(covering values: [Double]) {
    let logarithms = values.filter { $0 > 0 && $0.isFinite }.map { log10($0) }
    let lower = Int((logarithms.min() ?? 0).rounded(.down))
    let upper = Int((logarithms.max() ?? 1).rounded(.up))
    exponents = lower...max(upper, lower + 1)
  }

  /// Returns the position of a value, from 0 at the lower end to 1 at the upper end.
  func position(of value: Double) -> Double {
    (log10(value) - Double(exponents.lowerBound)) / Double(exponents.count - 1)
  }

  /// The powers of ten and their labels.
  var ticks: [(value: Double, label: String)] {
    exponents.map { (pow(10, Double($0)), LogAxis.label(ofPower: $0)) }
  }

  /// Returns a short label of a power of ten, such as 0.1, 1, 100, 10k or 1M.
  static func label(ofPower exponent: Int) -> String {
    guard exponent >= 0 else { return "0." + String(repeating: "0", count: -exponent - 1) + "1" }
    let suffixes = ["", "k", "M", "G", "T", "P"]
    let thousands = min(exponent / 3, suffixes.count - 1)
    return "1" + String(repeating: "0", count: exponent - 3 * thousands) + suffixes[thousands]
  }
}
