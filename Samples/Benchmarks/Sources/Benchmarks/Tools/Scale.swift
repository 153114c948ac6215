// SPDX-License-Identifier: MIT

/// The size of workloads: full for a report, or quick for a functional test.
enum Scale: Sendable {
  case full
  case quick

  /// Returns a number of actions, or a hundredth of it.
  func actions(_ count: Int) -> Int {
    self == .full ? count : max(count / 100, 8)
  }

  /// Returns all sizes, or only the small ones.
  func sizes(_ sizes: [Int], upTo limit: Int) -> [Int] {
    self == .full ? sizes : sizes.filter { $0 <= limit }
  }
}
