// SPDX-License-Identifier: MIT

/// Recognizes values that equal the last delivered one.
struct LatestValueFilter {
  private var last: ValueBox?

  /// Returns whether a value differs from the last new one, and remembers it if it does.
  mutating func isNew(_ value: ValueBox, _ isSame: ValueType.Comparison?) -> Bool {
    guard let isSame else { return true }
    if let last, isSame(last.pointer, value.pointer) { return false }
    last = value
    return true
  }
}
