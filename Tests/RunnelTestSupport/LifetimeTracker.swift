// SPDX-License-Identifier: MIT

import Runnel

/// Counts its live tokens, and with them the closures and objects that retain one.
package final class LifetimeTracker: Sendable {
  private struct State {
    var alive = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  package init() {}

  package var aliveCount: Int { state.withLock { $0.alive } }

  /// Waits until no token is alive.
  package func allReleased() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.alive > 0 { state.waiting.append(continuation) }
        return state.alive == 0
      }
      if isOver { continuation.resume() }
    }
  }

  package func token() -> LifetimeToken {
    state.withLock { $0.alive += 1 }
    return LifetimeToken { [self] in release() }
  }

  private func release() {
    let waiting = state.withLock { state in
      state.alive -= 1
      guard state.alive == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }
}

/// Calls a closure when it is deallocated, as the tokens that a tracker counts do.
package final class LifetimeToken: Sendable {
  private let onRelease: @Sendable () -> Void

  package init(onRelease: @escaping @Sendable () -> Void) {
    self.onRelease = onRelease
  }

  deinit {
    onRelease()
  }

  /// Does nothing, in a closure that only needs to retain the token.
  package func touch() {}

  /// Returns a value as it is, in a closure that only needs to retain the token.
  package func pass<Value>(_ value: Value) -> Value { value }
}
