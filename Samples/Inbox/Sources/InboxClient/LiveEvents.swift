// SPDX-License-Identifier: MIT

package import InboxWire

/// The events of a server, from a revision on.
///
/// The iterator asks for the next events when its consumer has taken the ones before, so at most
/// 50 are in memory. A request waits at the server until there is an event.
package struct LiveEvents: AsyncSequence, Sendable {
  let api: InboxAPI
  let revision: Int64
  /// Called when the server has answered the first request.
  let onOpen: @Sendable () -> Void

  /// Returns an iterator, which sends its first request when it needs the first event.
  package func makeAsyncIterator() -> Iterator {
    Iterator(source: self, revision: revision)
  }

  /// An iterator over the events.
  package struct Iterator: AsyncIteratorProtocol {
    private let source: LiveEvents
    private var revision: Int64
    private var events: ArraySlice<WireEvent> = []
    private var isOpen = false

    fileprivate init(source: LiveEvents, revision: Int64) {
      self.source = source
      self.revision = revision
    }

    /// Returns the next event, or throws when the connection is lost.
    ///
    /// The sequence has no end.
    package mutating func next() async throws -> WireEvent? {
      while events.isEmpty {
        let changes = try await source.api.changes(
          since: revision, limit: 50, wait: isOpen ? WireLimits.waitSeconds : 0)
        events = changes.events[...]
        revision = changes.revision
        if !isOpen { source.onOpen() }
        isOpen = true
      }
      return events.removeFirst()
    }
  }
}
