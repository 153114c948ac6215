// SPDX-License-Identifier: MIT

/// How large workloads are: as they are reported, or just large enough to see that they work.
enum Scale: Sendable {
  case full
  case quick

  /// A number of actions, or a hundredth of it.
  func actions(_ count: Int) -> Int {
    self == .full ? count : max(count / 100, 8)
  }

  /// Sizes, or the smaller ones of them.
  func sizes(_ sizes: [Int], upTo limit: Int) -> [Int] {
    self == .full ? sizes : sizes.filter { $0 <= limit }
  }
}
