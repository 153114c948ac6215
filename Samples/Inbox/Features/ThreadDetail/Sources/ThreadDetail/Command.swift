// SPDX-License-Identifier: MIT

public import Runnel

extension ThreadDetailFeature {
  /// A request to the server.
  public enum Command: Runnel.Command, Equatable {
    /// Loads the messages of a thread.
    ///
    /// The handler sends ``Action/loaded(subject:_:isStale:)`` with the answer of the server, or
    /// throws. Before that, it can send a stale answer from the cache.
    case load(thread: String)
    /// Marks the messages of a thread as read, up to the newest one.
    ///
    /// A failure is ignored, because the next newest message includes this one.
    case markRead(thread: String, upTo: String)
  }
}
