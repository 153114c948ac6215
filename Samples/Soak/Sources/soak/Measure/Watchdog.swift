// SPDX-License-Identifier: MIT

import Foundation

/// A watchdog that ends the program when a phase takes too long.
///
/// A deadlocked program cannot report itself.
final class Watchdog: Sendable {
  private struct State {
    var phase = "the beginning"
    var last = ContinuousClock.now
  }

  private let state = Locked(State())

  /// Creates a watchdog.
  ///
  /// - Parameters:
  ///   - patience: The longest time of a phase.
  ///   - bark: A closure that receives the name of the phase that takes too long, on its own
  ///     thread.
  init(patience: Duration, _ bark: @escaping @Sendable (String) -> Void) {
    Thread.detachNewThread { [weak self] in
      while let dog = self {
        let (phase, last) = dog.state.withLock { ($0.phase, $0.last) }
        if ContinuousClock.now - last > patience { return bark(phase) }
        Thread.sleep(forTimeInterval: 1)
      }
    }
  }

  /// Enters the next phase.
  func enter(_ phase: String) {
    state.withLock { $0 = State(phase: phase) }
  }
}
