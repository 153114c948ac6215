// SPDX-License-Identifier: MIT

import Foundation

/// Ends the program when nothing has moved for too long: what is stuck cannot say so itself.
final class Watchdog: Sendable {
  private struct State {
    var phase = "the beginning"
    var last = ContinuousClock.now
  }

  private let state = Locked(State())

  /// - Parameters:
  ///   - patience: How long a phase may last.
  ///   - bark: Called with the name of the phase that lasts too long, on a thread of its own.
  init(patience: Duration, _ bark: @escaping @Sendable (String) -> Void) {
    Thread.detachNewThread { [weak self] in
      while let dog = self {
        let (phase, last) = dog.state.withLock { ($0.phase, $0.last) }
        if ContinuousClock.now - last > patience { return bark(phase) }
        Thread.sleep(forTimeInterval: 1)
      }
    }
  }

  /// Something has moved, and now comes this.
  func enter(_ phase: String) {
    state.withLock { $0 = State(phase: phase) }
  }
}
