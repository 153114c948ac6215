// SPDX-License-Identifier: MIT

/// A request to mark messages as read.
public struct WireRead: Codable, Sendable, Equatable {
  /// The ID of the last message that the user has read.
  public var upTo: String

  /// Creates a value from its parts.
  public init(upTo: String) {
    self.upTo = upTo
  }
}
