// SPDX-License-Identifier: MIT

/// A message in a thread.
package struct WireMessage: Codable, Sendable, Equatable, Identifiable {
  /// The ID that the server made, such as `m345`.
  package var id: String
  package var threadID: String
  /// The ID that the sender's client made.
  package var clientID: String
  /// The name of the sender.
  package var author: String
  package var text: String
  /// The date, in milliseconds since 1970.
  ///
  /// A later message has a later date.
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

/// A request to mark messages as read.
package struct WireRead: Codable, Sendable, Equatable {
  /// The ID of the last message that the user has read.
  package var upTo: String

  package init(upTo: String) {
    self.upTo = upTo
  }
}
