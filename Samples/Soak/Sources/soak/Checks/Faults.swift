// SPDX-License-Identifier: MIT

import Synchronization

/// The faults that were found, collected from any thread.
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

  /// The first faults, in the order in which they were reported.
  var first: [String] { state.withLock { $0.first } }
}

/// A counter of live objects.
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

/// A token that is counted until it is deallocated.
final class Life: Sendable {
  private let lives: Lives

  fileprivate init(_ lives: Lives) {
    self.lives = lives
  }

  deinit {
    lives.end()
  }

  /// Does nothing: a closure calls it in order to capture the token.
  func touch() {}
}
