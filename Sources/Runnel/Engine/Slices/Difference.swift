// SPDX-License-Identifier: MIT

/// The difference between the last value of the subscribers and the present one.
enum Difference {
  case none
  /// The bytes differ, the values are equal. A part that `==` ignores can have changed.
  case inBytes
  case inValue
}
