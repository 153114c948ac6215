// SPDX-License-Identifier: MIT

extension ThreadDetailFeature {
  /// A message of a thread.
  public struct Message: Codable, Equatable, Sendable, Identifiable {
    /// The progress of a message.
    public enum Status: Codable, Hashable, Sendable {
      /// The server has the message.
      case sent
      /// The message waits in a queue, or its request is pending.
      case sending
      /// The server refused the message.
      case failed(reason: String)
    }

    /// The ID of the server, or the client ID until the server has the message.
    public let id: String
    /// The ID that the sender made for the message, or an empty text if it made none.
    public let clientID: String
    /// The sender.
    public let author: String
    /// The text.
    public let text: String
    /// The time, in milliseconds since 1970.
    public let sentAt: Int64
    /// The progress.
    public internal(set) var status: Status

    /// Creates a message of the server.
    public init(id: String, clientID: String, author: String, text: String, sentAt: Int64) {
      self.id = id
      self.clientID = clientID
      self.author = author
      self.text = text
      self.sentAt = sentAt
      status = .sent
    }

    /// Creates a reply that is being sent.
    public init(clientID: String, author: String, text: String, sentAt: Int64) {
      self.init(id: clientID, clientID: clientID, author: author, text: text, sentAt: sentAt)
      status = .sending
    }

    /// A Boolean value that indicates whether the server has the message.
    public var isSent: Bool { status == .sent }

    /// Returns whether the message comes before another one of the server.
    ///
    /// IDs decide between messages of the same millisecond. So the order doesn't depend on the
    /// order of arrival, and no message is the newest one twice. Shorter IDs come first, which is
    /// the order of IDs that are numbers.
    func isOlder(than other: Message) -> Bool {
      (sentAt, id.utf8.count, id) < (other.sentAt, other.id.utf8.count, other.id)
    }
  }
}
