// SPDX-License-Identifier: MIT

import Foundation

/// What comes between two turns.
enum Rest {
  /// Returns when no thread of this program has done anything for some time: what a turn has left behind, such
  /// as tasks that end and memory that is given back, is not to be paid for by the next one.
  @Sendable static func untilIdle() {
    for _ in 0..<200 {
      let before = processorTime
      Thread.sleep(forTimeInterval: 0.01)
      if processorTime - before < 100_000 { break }
    }
    Heap.tidy()
  }

  /// The processor time that all threads have taken, in nanoseconds.
  private static var processorTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
