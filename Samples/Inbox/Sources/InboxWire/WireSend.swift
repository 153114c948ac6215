// SPDX-License-Identifier: MIT

/// A request to send a message.
///
/// The server stores one message for a user and a `clientID`. It answers a repeated request with
/// the message that it has stored.
public struct WireSend: Codable, Sendable, Equatable {
  /// An ID that the client made, which names this message in all attempts.
  public var clientID: String
  /// The thread to send to, or `nil` to begin one.
  public var threadID: String?
  /// The subject of a new thread.
  public var subject: String?
  /// The text.
  public var text: String

  /// Creates a value from its parts.
  public init(clientID: String, threadID: String? = nil, subject: String? = nil, text: String) {
    self.clientID = clientID
    self.threadID = threadID
    self.subject = subject
    self.text = text
  }
}
