// SPDX-License-Identifier: MIT

/// A thread as one user sees it.
public struct WireThread: Codable, Sendable, Equatable, Identifiable {
  /// The ID that the server made, such as `t12`.
  public var id: String
  /// The subject of the thread.
  public var subject: String
  /// The first 80 characters of the last message, on one line.
  public var preview: String
  /// The author of the last message.
  public var lastAuthor: String
  /// The date of the last message, in milliseconds since 1970.
  ///
  /// No two threads have the same date, so it is a total order.
  public var updatedAt: Int64
  /// The number of messages.
  public var messageCount: Int
  /// The number of messages of others that the user hasn't read.
  public var unreadCount: Int
  /// Whether the thread is archived, for all users.
  public var isArchived: Bool

  /// Creates a value from its parts.
  public init(
    id: String, subject: String, preview: String, lastAuthor: String, updatedAt: Int64,
    messageCount: Int, unreadCount: Int, isArchived: Bool
  ) {
    self.id = id
    self.subject = subject
    self.preview = preview
    self.lastAuthor = lastAuthor
    self.updatedAt = updatedAt
    self.messageCount = messageCount
    self.unreadCount = unreadCount
    self.isArchived = isArchived
  }
}
