// SPDX-License-Identifier: MIT

/// A change of the server.
///
/// Revisions begin at 1 and have no gaps, for any user.
package struct WireEvent: Codable, Sendable, Equatable {
  /// The change of one event.
  package enum Kind: Sendable, Equatable {
    /// A message was added to a thread, which can be new.
    case message(WireMessage, thread: WireThread)
    /// A thread was read or archived.
    case thread(WireThread)
  }

  package var revision: Int64
  /// The change.
  ///
  /// The thread is as the user sees it when the server sends the event, so it can be newer than
  /// the revision.
  package var kind: Kind

  package init(revision: Int64, kind: Kind) {
    self.revision = revision
    self.kind = kind
  }

  /// The thread that changed.
  package var thread: WireThread {
    switch kind {
    case .message(_, let thread), .thread(let thread): thread
    }
  }

  /// The message that was added, if any.
  package var message: WireMessage? {
    if case .message(let message, _) = kind { message } else { nil }
  }
}

extension WireEvent {
  private enum CodingKeys: String, CodingKey {
    case revision, message, thread
  }

  /// Decodes `{"revision": 7, "thread": {…}, "message": {…}}`, where `message` is optional.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let thread = try values.decode(WireThread.self, forKey: .thread)
    let message = try values.decodeIfPresent(WireMessage.self, forKey: .message)
    self.init(
      revision: try values.decode(Int64.self, forKey: .revision),
      kind: message.map { .message($0, thread: thread) } ?? .thread(thread))
  }

  /// Encodes the revision, the thread, and the message if the event has one.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(revision, forKey: .revision)
    try values.encode(thread, forKey: .thread)
    try values.encodeIfPresent(message, forKey: .message)
  }
}

/// A part of the server's events, in order.
package struct WireChanges: Codable, Sendable, Equatable {
  /// The events, with the lowest revision first.
  package var events: [WireEvent]
  /// The revision to pass with the next request: the one of the last event, or the requested one
  /// if there is no event.
  package var revision: Int64
  /// Whether the events reach the server's newest revision.
  package var isComplete: Bool

  package init(events: [WireEvent], revision: Int64, isComplete: Bool) {
    self.events = events
    self.revision = revision
    self.isComplete = isComplete
  }
}
