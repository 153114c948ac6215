// SPDX-License-Identifier: MIT

/// A random choice: a number from zero to a bound, of which zero is the simplest.
///
/// Generated values depend on nothing but choices, so lower choices lead to simpler values.
struct Choice: Hashable {
  var value: UInt64
  let bound: UInt64
}
