// SPDX-License-Identifier: MIT

import Synchronization

/// Wakes the requests that wait for a change.
final class ChangeSignal: Sendable {
  private struct State {
    /// The number of changes so far.
    var count = 0
    var isEnded = false
    var waiting: [Int: AsyncStream<Never>.Continuation] = [:]
    var nextID = 0
  }

  private let state = Mutex(State())
  private let didWait: @Sendable () -> Void

  /// Creates a signal that reports each request that begins to wait.
  init(didWait: @escaping @Sendable () -> Void) {
    self.didWait = didWait
  }

  /// The number of changes so far.
  ///
  /// Take it before you read what may have changed, so that you miss nothing.
  var count: Int { state.withLock { $0.count } }

  /// Waits until the number of changes isn't `count`, but not longer than a time.
  ///
  /// - Returns: Whether there was a change.
  func wait(after count: Int, atMost limit: Duration) async -> Bool {
    let (changes, change) = AsyncStream.makeStream(of: Never.self)
    let id = state.withLock { state in
      state.nextID += 1
      if state.count == count, !state.isEnded {
        state.waiting[state.nextID] = change
      } else {
        change.finish()
      }
      return state.nextID
    }
    let timer = Task {
      try await Task.sleep(for: limit)
      change.finish()
    }
    didWait()
    for await _ in changes {}
    timer.cancel()
    return state.withLock { state in
      state.waiting[id] = nil
      return state.count != count
    }
  }

  /// Wakes all requests after a transaction that they must see.
  func changed() {
    wake { $0.count += 1 }
  }

  /// Wakes all requests, and lets no later one wait.
  func end() {
    wake { $0.isEnded = true }
  }

  private func wake(_ change: (inout State) -> Void) {
    let waiting = state.withLock { state in
      change(&state)
      defer { state.waiting = [:] }
      return state.waiting
    }
    for request in waiting.values { request.finish() }
  }
}
