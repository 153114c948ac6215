// SPDX-License-Identifier: MIT

/// A change of the server: a message was added to a thread, which can be new, or a thread was read
/// or archived.
///
/// Revisions begin at 1 and have no gaps, for any user.
package struct WireEvent: Codable, Sendable, Equatable {
  package var revision: Int64
  /// The thread as the user sees it now, which can be newer than the revision.
  package var thread: WireThread
  package var message: WireMessage?

  package init(revision: Int64, thread: WireThread, message: WireMessage? = nil) {
    self.revision = revision
    self.thread = thread
    self.message = message
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
