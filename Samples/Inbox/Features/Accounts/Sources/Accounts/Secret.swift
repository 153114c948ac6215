// SPDX-License-Identifier: MIT

/// A text that no log, dump or file shows, such as a password.
///
/// Its description is always the same, so it doesn't show the length of the text. Its encoding is
/// an empty string, so a recorded action has no password, and replays without one.
public struct Secret: Equatable, Sendable {
  private let text: String

  public init(_ text: String = "") { self.text = text }

  public var isEmpty: Bool { text.isEmpty }

  /// The number of characters, for a field that shows a dot for each of them.
  public var count: Int { text.count }

  /// Returns the text, for the request that needs it.
  public func revealed() -> String { text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "•••" }

  public var debugDescription: String { description }

  public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension Secret: Codable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("")
  }

  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }
}
