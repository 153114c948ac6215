// SPDX-License-Identifier: MIT

import Synchronization

/// Collects what went wrong, from any thread.
final class Faults: Sendable {
  private struct State {
    var first: [String] = []
    var count = 0
  }

  private let state = Locked(State())

  func report(_ fault: String) {
    state.withLock { state in
      state.count += 1
      if state.first.count < 20 { state.first.append(fault) }
    }
  }

  var count: Int { state.withLock { $0.count } }

  /// The first few, in the order in which they came.
  var first: [String] { state.withLock { $0.first } }
}

/// Counts what is alive.
final class Lives: Sendable {
  private let alive = Atomic(0)

  var count: Int { alive.load(ordering: .acquiring) }

  func begin() -> Life {
    alive.add(1, ordering: .acquiringAndReleasing)
    return Life(self)
  }

  fileprivate func end() {
    alive.subtract(1, ordering: .acquiringAndReleasing)
  }
}

/// Counts for as long as somebody holds it.
final class Life: Sendable {
  private let lives: Lives

  fileprivate init(_ lives: Lives) {
    self.lives = lives
  }

  deinit {
    lives.end()
  }

  /// For closures that only need to hold it.
  func touch() {}
}
