// SPDX-License-Identifier: MIT

import FlyingSocks
import Foundation
import InboxSockets

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
