// SPDX-License-Identifier: MIT

extension ComposerFeature {
  /// A movement of the cursor.
  public enum Movement: Codable, Equatable, Sendable {
    /// To the previous character.
    case left
    /// To the next character.
    case right
    /// To the beginning of the line.
    case home
    /// To the end of the line.
    case end
    /// To a number of characters from the beginning of the field, or as near as possible.
    ///
    /// ``Layout/position(row:column:)`` returns the number for a place on the screen.
    case position(Int)
  }
}
