// SPDX-License-Identifier: MIT

extension SyncFeature {
  /// A message to send.
  public struct Outgoing: Codable, Equatable, Sendable, Identifiable {
    /// The progress of a message in the queue.
    public enum Progress: String, Codable, Sendable {
      /// The message waits for its turn, for a connection, or for a pause.
      case waiting
      /// A request with the message has begun.
      case sending
      /// The server has answered, and the action with the answer is pending.
      case answered
    }

    /// The client ID, with which the server recognizes a repeated message.
    public let id: String
    /// The thread, or `nil` for a new one.
    public var threadID: String?
    /// The subject of a new thread.
    public var subject: String?
    /// The text.
    public var text: String
    /// The time of the message, in milliseconds since 1970.
    public var createdAt: Int64
    /// The number of requests so far.
    public internal(set) var attempts = 0
    /// The progress in the queue.
    public internal(set) var progress = Progress.waiting

    /// Creates a message that waits.
    ///
    /// - Parameters:
    ///   - clientID: A unique ID, made once for the message.
    ///   - threadID: The thread, or `nil` for a new one.
    ///   - subject: The subject of a new thread.
    ///   - text: The text.
    ///   - createdAt: The time, in milliseconds since 1970.
    public init(
      clientID: String, threadID: String? = nil, subject: String? = nil, text: String,
      createdAt: Int64
    ) {
      id = clientID
      self.threadID = threadID
      self.subject = subject
      self.text = text
      self.createdAt = createdAt
    }
  }
}
