// SPDX-License-Identifier: MIT

/// The difference between the value that subscribers know and the present one.
enum Difference {
  case none
  /// The bytes differ, the values are equal. A part that `==` ignores can have changed.
  case inBytes
  case inValue
}
