// SPDX-License-Identifier: MIT

public import InboxWire
import NIOCore

/// The events of a server, from a revision on.
///
/// Each iteration opens a socket of its own, when it needs the first event. A slow consumer slows
/// the socket down: at most a few hundred events wait in memory.
public struct LiveEvents: AsyncSequence, Sendable {
  /// The type of the events.
  public typealias Element = WireEvent

  let api: InboxAPI
  let revision: Int64
  /// Called when the server has accepted the socket.
  let onOpen: @Sendable () -> Void
  /// A function that tests use to wait until the socket is closed.
  var onClose: (@Sendable () -> Void)?

  /// Returns an iterator, which opens its socket when it needs the first event.
  public func makeAsyncIterator() -> Iterator {
    Iterator(source: self)
  }

  /// An iterator over the events, which closes its socket when it is released.
  public struct Iterator: AsyncIteratorProtocol {
    private enum Phase {
      case idle, open(LiveSocket, LiveSocket.Events.AsyncIterator), ended
    }

    private let source: LiveEvents
    private var phase = Phase.idle

    init(source: LiveEvents) {
      self.source = source
    }

    /// Returns the next event, or throws when the connection is lost.
    ///
    /// The sequence has no end.
    public mutating func next() async throws -> WireEvent? {
      switch phase {
      case .ended:
        return nil
      case .open(let socket, let events):
        return try await next(of: events, from: socket)
      case .idle:
        phase = .ended
        let (socket, events) = try await LiveSocket.open(source)
        let iterator = events.makeAsyncIterator()
        source.onOpen()
        phase = .open(socket, iterator)
        return try await next(of: iterator, from: socket)
      }
    }

    private mutating func next(
      of events: LiveSocket.Events.AsyncIterator, from socket: LiveSocket
    ) async throws -> WireEvent? {
      do {
        if let event = try await events.next() { return event }
        try Task.checkCancellation()
        throw InboxError.unavailable("the connection was lost")
      } catch {
        phase = .ended
        await socket.close()
        throw error
      }
    }
  }
}
