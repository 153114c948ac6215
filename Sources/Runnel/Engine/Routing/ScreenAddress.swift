// SPDX-License-Identifier: MIT

/// A screen of a stack as an instance of a feature.
///
/// A type of its own, so that an instance that a user names with a ``ScreenID`` is another one.
struct ScreenAddress: Hashable, Sendable, CustomStringConvertible {
  let id: ScreenID

  var description: String { "screen \(id)" }
}
