// SPDX-License-Identifier: MIT

/// A value that counts its comparisons.
package struct Counted: Equatable, Sendable {
  package var value = 0
  private let comparisons: Counter

  package init(_ comparisons: Counter) {
    self.comparisons = comparisons
  }

  package static func == (left: Counted, right: Counted) -> Bool {
    left.comparisons.increment()
    return left.value == right.value
  }
}
