// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation
import Synchronization

/// A socket pool that gives up a client that doesn't read or send for a while.
///
/// A client that doesn't read keeps at most one answer and the kernel's buffer busy, for a limited
/// time.
struct PatientPool: AsyncSocketPool {
  /// The times that a client can take.
  struct Patience: Sendable {
    /// The time until a client must read what the server sends.
    var write = Duration.seconds(10)
    /// The time until an idle client must send something.
    var read = Duration.seconds(60)
    /// A function that is called when a client took longer.
    var didEnd: @Sendable () -> Void = {}
  }

  private let base = SocketPool(queue: WakingPoll())
  let patience: Patience

  func prepare() async throws { try await base.prepare() }

  func run() async throws { try await base.run() }

  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    guard (try? socket.remotePeer()) != nil else {
      // Sockets that the listening socket accepts inherit the option. Without it a short event
      // waits until the client has confirmed the one before.
      var isOn: Int32 = 1
      _ = setsockopt(
        socket.file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn,
        socklen_t(MemoryLayout<Int32>.size))
      return try await base.suspendSocket(socket, untilReadyFor: events)
    }
    let limit = events.contains(.write) ? patience.write : patience.read
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await base.suspendSocket(socket, untilReadyFor: events) }
      group.addTask {
        try await Task.sleep(for: limit)
        patience.didEnd()
        throw SocketError.timeout(message: "the client is idle")
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

/// Waits until sockets are ready, for FlyingFox's socket pool.
///
/// It uses `poll`, which takes the current set of descriptors each time. The library's own queue
/// caches what it registered: a socket that is closed as soon as it is ready can leave an entry
/// behind, and a new connection with the same descriptor then waits forever.
final class WakingPoll: EventQueue, Sendable {
  private struct State {
    var entries: [Int32: Socket.Events] = [:]
    /// A pipe: a byte in it ends the call of `poll`.
    var pipe: (read: Int32, write: Int32)?
    var isStopped = false
    var isPolling = false
    /// Whether the pipe has a byte: one is enough.
    var isWoken = false

    /// Ends a call of `poll` that lacks the newest entries.
    mutating func wake() {
      guard let pipe, isPolling, !isWoken else { return }
      isWoken = true
      var byte: UInt8 = 1
      _ = write(pipe.write, &byte, 1)
    }
  }

  private let state = Mutex(State())

  func open() throws {
    var files: [Int32] = [0, 0]
    guard pipe(&files) == 0 else { throw SocketError.makeFailed("pipe") }
    state.withLock { $0 = State(pipe: (files[0], files[1])) }
  }

  func stop() throws {
    state.withLock { state in
      state.isStopped = true
      state.wake()
    }
  }

  func close() throws {
    state.withLock { state in
      for file in [state.pipe?.read, state.pipe?.write] { _ = file.map(Foundation.close) }
      state = State(isStopped: true)
    }
  }

  func addEvents(_ events: Socket.Events, for socket: Socket.FileDescriptor) throws {
    state.withLock { state in
      state.entries[socket.rawValue, default: []].formUnion(events)
      state.wake()
    }
  }

  func removeEvents(_ events: Socket.Events, for socket: Socket.FileDescriptor) throws {
    state.withLock { state in
      let rest = state.entries[socket.rawValue]?.subtracting(events) ?? []
      state.entries[socket.rawValue] = rest.isEmpty ? nil : rest
      // A socket that is closed stays open until `poll` returns.
      state.wake()
    }
  }

  func getNotifications() throws -> [EventNotification] {
    let (pipe, entries, isStopped) = state.withLock { state in
      state.isPolling = !state.isStopped
      return (state.pipe, state.entries, state.isStopped)
    }
    guard let pipe, !isStopped else { throw SocketError.disconnected }
    var files = [pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)]
    for (file, events) in entries {
      let mask = (events.contains(.read) ? POLLIN : 0) | (events.contains(.write) ? POLLOUT : 0)
      files.append(pollfd(fd: file, events: Int16(mask), revents: 0))
    }
    let count = poll(&files, nfds_t(files.count), -1)
    let error = errno
    state.withLock { state in
      state.isPolling = false
      var byte: UInt8 = 0
      if state.isWoken, read(pipe.read, &byte, 1) == 1 { state.isWoken = false }
    }
    guard count >= 0 else {
      if error == EINTR { return [] }
      throw SocketError.failed(
        type: "poll", errno: error, message: String(cString: strerror(error)))
    }
    return files.dropFirst().compactMap { file in
      entries[file.fd].flatMap { Self.notification(file, waiting: $0) }
    }
  }

  /// Returns the events that are ready.
  ///
  /// A socket that was closed or has failed ends all that wait for it.
  private static func notification(_ file: pollfd, waiting: Socket.Events) -> EventNotification? {
    let ready = Int32(file.revents)
    guard ready != 0 else { return nil }
    let socket = Socket.FileDescriptor(rawValue: file.fd)
    if ready & (POLLNVAL | POLLERR) != 0 {
      return EventNotification(file: socket, events: waiting, errors: [.error])
    }
    var events: Socket.Events = []
    if ready & (POLLIN | POLLHUP) != 0 { events.insert(.read) }
    if ready & (POLLOUT | POLLHUP) != 0 { events.insert(.write) }
    return EventNotification(file: socket, events: events, errors: [])
  }
}
