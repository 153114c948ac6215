// SPDX-License-Identifier: MIT

/// A text that no log, dump or file shows, such as a password.
///
/// Its description is always the same, so it doesn't show the length of the text. Its encoding is
/// an empty string, so a recorded action has no password, and replays without one.
public struct Secret: Equatable, Sendable {
  private let text: String

  /// Creates a secret.
  public init(_ text: String = "") { self.text = text }

  /// A Boolean value that indicates whether the text is empty.
  public var isEmpty: Bool { text.isEmpty }

  /// The number of characters, for a field that shows a dot for each of them.
  public var count: Int { text.count }

  /// Returns the text, for the request that needs it.
  public func revealed() -> String { text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Three dots.
  public var description: String { "•••" }

  /// Three dots.
  public var debugDescription: String { description }

  /// A mirror without parts.
  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension Secret: Codable {
  /// Encodes an empty string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("")
  }

  /// Decodes a string.
  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }
}
