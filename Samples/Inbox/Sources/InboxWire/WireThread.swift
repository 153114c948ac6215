// SPDX-License-Identifier: MIT

/// A thread as one user sees it.
package struct WireThread: Codable, Sendable, Equatable, Identifiable {
  /// The ID that the server made, such as `t12`.
  package var id: String
  package var subject: String
  /// The first 80 characters of the last message, on one line.
  package var preview: String
  package var lastAuthor: String
  /// The date of the last message, in milliseconds since 1970.
  ///
  /// No two threads have the same date, so it is a total order.
  package var updatedAt: Int64
  package var messageCount: Int
  /// The number of messages of others that the user hasn't read.
  package var unreadCount: Int
  /// Whether the thread is archived, for all users.
  package var isArchived: Bool

  package init(
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

/// A part of the list of threads, newest first.
package struct WirePage: Codable, Sendable, Equatable {
  package var threads: [WireThread]
  /// The cursor of the next page, or `nil` for the last page.
  package var next: String?
  /// The revision of the server that the page shows.
  package var revision: Int64

  package init(threads: [WireThread], next: String?, revision: Int64) {
    self.threads = threads
    self.next = next
    self.revision = revision
  }
}

/// A request to archive a thread, or to take it out of the archive.
package struct WireArchive: Codable, Sendable, Equatable {
  /// Whether the thread is archived from now on.
  package var isArchived: Bool

  package init(isArchived: Bool) {
    self.isArchived = isArchived
  }
}
