// SPDX-License-Identifier: MIT

/// The key of the value that a reducer changed last.
///
/// A reported part refers to it, and is valid until the reducer runs again.
final class LastKey<Key> {
  var key: Key?
}
