// SPDX-License-Identifier: MIT

import FlyingFox

/// The live sockets of a server.
final class LiveHub: Sendable {
  private struct State {
    var sockets: [Int: LiveMailbox] = [:]
    var nextID = 0
    var isEnded = false
  }

  private let state = Mutex(State())
  private let report: @Sendable (Int) -> Void

  /// Creates a hub that reports the number of sockets whenever it changes.
  init(report: @escaping @Sendable (Int) -> Void) {
    self.report = report
  }

  /// Adds a socket, and returns the ID to remove it with.
  func add(_ mailbox: LiveMailbox) -> Int {
    let (id, count, isEnded) = state.withLock { state in
      state.nextID += 1
      state.sockets[state.nextID] = mailbox
      return (state.nextID, state.sockets.count, state.isEnded)
    }
    if isEnded { mailbox.post { $0.end = .goingAway } }
    report(count)
    return id
  }

  func remove(_ id: Int) {
    let count = state.withLock { state in
      state.sockets[id] = nil
      return state.sockets.count
    }
    report(count)
  }

  /// Wakes all sockets after a transaction that they must see.
  func changed() {
    for socket in sockets { socket.post() }
  }

  /// Makes all sockets send a ping.
  func ping() {
    for socket in sockets { socket.post { $0.needsPing = true } }
  }

  /// Ends all sockets, and those that are added later.
  func end() {
    state.withLock { $0.isEnded = true }
    for socket in sockets { socket.post { $0.end = .goingAway } }
  }

  private var sockets: [LiveMailbox] { state.withLock { Array($0.sockets.values) } }
}
