// SPDX-License-Identifier: MIT

import Runnel
public import RunnelText

/// The identity of a screen on a ``ScreenStack``.
///
/// A stack assigns it when the screen is pushed, and never again. It counts from one: the same
/// actions lead to the same IDs, in a test and in the replay of a recording.
///
/// In a reducer, the IDs of a new stack are above those of the stacks that the state has outside of
/// collections. The effects and scopes of a screen are its own, even if another stack uses its ID
/// again: see <doc:Navigation#Replace-a-stack>.
public struct ScreenID: Hashable, Comparable, Sendable {
  /// The number, which is larger than those of all earlier screens of the stack.
  public let number: Int

  /// Creates the ID with a number, for example for a test.
  public init(_ number: Int) {
    self.number = number
  }

  /// Returns whether the left screen was pushed before the right one.
  public static func < (left: ScreenID, right: ScreenID) -> Bool {
    left.number < right.number
  }
}

extension ScreenID: CustomStringConvertible, WrittenInSwift {
  /// The number.
  public var description: String { "\(number)" }
  package var swiftSource: String { "ScreenID(\(number))" }
}

extension ScreenID: Codable {
  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  /// Decodes a number.
  ///
  /// In a reducer, the stacks that are about to be replaced can have screens with the same numbers.
  /// The decoded IDs are moved above them, so that a decoded stack and the IDs that refer to its
  /// screens still match. IDs below those of all present screens stay the same.
  public init(from decoder: any Decoder) throws {
    number = ScreenNumbers.decoded(try decoder.singleValueContainer().decode(Int.self))
  }
}
