// SPDX-License-Identifier: MIT

/// A message in a thread.
public struct WireMessage: Codable, Sendable, Equatable, Identifiable {
  /// The ID that the server made, such as `m345`.
  public var id: String
  /// The thread of the message.
  public var threadID: String
  /// The ID that the sender's client made.
  public var clientID: String
  /// The name of the sender.
  public var author: String
  /// The text.
  public var text: String
  /// The date, in milliseconds since 1970.
  ///
  /// A later message has a later date.
  public var sentAt: Int64

  /// Creates a value from its parts.
  public init(
    id: String, threadID: String, clientID: String, author: String, text: String,
    sentAt: Int64
  ) {
    self.id = id
    self.threadID = threadID
    self.clientID = clientID
    self.author = author
    self.text = text
    self.sentAt = sentAt
  }
}
