// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import Harness

/// Threads that all begin the same work at the same moment.
struct Producers: Sendable {
  private let gate = DispatchSemaphore(value: 0)
  private let ended = DispatchGroup()
  private let count: Int

  /// So many threads, which wait for ``open()``. Making them is none of what is measured.
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

  /// Lets them begin.
  func open() {
    for _ in 0..<count { gate.signal() }
  }

  /// Waits until all have ended, so that the next to be measured has the machine to itself.
  func join() {
    ended.wait()
  }
}
