// SPDX-License-Identifier: MIT

extension ThreadDetailFeature {
  /// A line of a message, for a terminal.
  public struct Line: Equatable, Sendable {
    /// The content of a line, which determines its style.
    public enum Role: Hashable, Sendable {
      /// The author and the date of a message.
      case header
      /// The text of a message on the server.
      case text
      /// The text of a reply that is being sent.
      case sending
      /// The text of a reply that the server refused, or the reason.
      case failed
    }

    /// The message.
    public var message: Message.ID
    /// The text, without control characters.
    public var text: String
    /// The content.
    public var role: Role

    /// Creates a line.
    public init(message: Message.ID, text: String, role: Role) {
      self.message = message
      self.text = text
      self.role = role
    }
  }
}
