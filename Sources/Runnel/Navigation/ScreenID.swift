// SPDX-License-Identifier: MIT

/// The identity of a screen on a ``ScreenStack``.
///
/// A stack assigns it when the screen is pushed, and never assigns it again. It counts from one, so
/// the same actions lead to the same IDs, in a test and in the replay of a recording.
public struct ScreenID: Hashable, Comparable, Sendable {
  /// The position among all screens that the stack has ever had, counted from one.
  public let number: Int

  /// Creates the ID of the screen that a stack has pushed at a position.
  public init(_ number: Int) {
    self.number = number
  }

  /// Returns whether the left screen was pushed before the right one.
  public static func < (left: ScreenID, right: ScreenID) -> Bool {
    left.number < right.number
  }
}

extension ScreenID: CustomStringConvertible {
  /// The number.
  public var description: String { "\(number)" }
}

extension ScreenID: Codable {
  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  /// Decodes a number.
  public init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
  }
}
