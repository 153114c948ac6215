// SPDX-License-Identifier: MIT

/// A thread as one user sees it.
package struct WireThread: Codable, Sendable, Equatable, Identifiable {
  /// The ID that the server made, such as `t12`.
  package var id: String
  package var subject: String
  /// The first 80 characters of the last message, on one line.
  package var preview: String
  package var lastAuthor: String
  /// The date of the last message, in milliseconds since 1970, which no other thread has.
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
}

package struct WireMessage: Codable, Sendable, Equatable, Identifiable {
  /// The ID that the server made, such as `m345`.
  package var id: String
  package var threadID: String
  /// The ID that the sender's client made.
  package var clientID: String
  package var author: String
  package var text: String
  /// The date, in milliseconds since 1970, which is later for a later message.
  package var sentAt: Int64

  package init(
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

/// The messages of a thread, oldest first.
package struct WireMessages: Codable, Sendable, Equatable {
  package var messages: [WireMessage]
  package var thread: WireThread
  /// The revision of the server that the messages show.
  package var revision: Int64

  package init(messages: [WireMessage], thread: WireThread, revision: Int64) {
    self.messages = messages
    self.thread = thread
    self.revision = revision
  }
}

/// A request to send a message.
///
/// The server stores one message for a user and a `clientID`. It answers a repeated request with
/// the message that it has stored.
package struct WireSend: Codable, Sendable, Equatable {
  /// An ID that the client made, which names this message in all attempts.
  package var clientID: String
  /// The thread to send to, or `nil` to begin one.
  package var threadID: String?
  /// The subject of a new thread.
  package var subject: String?
  package var text: String

  package init(clientID: String, threadID: String? = nil, subject: String? = nil, text: String) {
    self.clientID = clientID
    self.threadID = threadID
    self.subject = subject
    self.text = text
  }
}

/// The answer to a request to send a message.
package struct WireSent: Codable, Sendable, Equatable {
  package var message: WireMessage
  /// The thread of the message, as the user sees it now.
  package var thread: WireThread
  /// The revision of the event that added the message.
  package var revision: Int64

  package init(message: WireMessage, thread: WireThread, revision: Int64) {
    self.message = message
    self.thread = thread
    self.revision = revision
  }
}

package struct WireRead: Codable, Sendable, Equatable {
  /// The ID of the last message that the user has read.
  package var upTo: String
}
