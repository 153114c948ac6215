// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Harness

/// Threads that start the same work at the same time.
struct Producers: Sendable {
  private let gate = DispatchSemaphore(value: 0)
  private let ended = DispatchGroup()
  private let count: Int

  /// Creates threads that wait for ``open()``.
  ///
  /// Their creation isn't part of the measurement.
  init(_ count: Int, body: @escaping @Sendable () -> Void) {
    self.count = count
    for _ in 0..<count {
      let (gate, ended) = (gate, ended)
      ended.enter()
      Thread.detachNewThread {
        gate.wait()
        body()
        ended.leave()
      }
    }
  }

  /// Starts the work.
  func open() {
    for _ in 0..<count { gate.signal() }
  }

  /// Waits until all threads have ended, so that they don't disturb the next turn.
  func join() {
    ended.wait()
  }
}
