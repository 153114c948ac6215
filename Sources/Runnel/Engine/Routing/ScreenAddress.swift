// SPDX-License-Identifier: MIT

import Synchronization

/// A screen of a stack as one of many: for scopes, effects, and the instances of features.
///
/// A type of its own, so that an instance that a user names with a ``ScreenID`` is another one.
struct ScreenAddress: Hashable, Sendable, CustomStringConvertible {
  let id: ScreenID
  /// Which of the screens that have had the ID, or `nil` for any, as in an action of a recording.
  var mark: ScreenMark?

  /// Returns whether the screen with another address, which has a mark, is the one that is meant.
  func leads(to other: ScreenAddress) -> Bool {
    id == other.id && (mark == nil || mark == other.mark)
  }

  var description: String { "\(id)" }
}

/// Tells a screen from all others of the process, even if they have the same ID.
///
/// A stack that takes the place of another one can count from one again, wherever it lies in the
/// state, and nobody sees the assignment. Without marks, replies to an old screen and actions of
/// its scopes would reach the new one. A mark moves with the screen, so an undo brings a screen
/// back as itself. It is no part of the value: it isn't compared, encoded or shown.
struct ScreenMark: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  private let number: UInt64

  /// Creates the mark of a new screen.
  init() {
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
