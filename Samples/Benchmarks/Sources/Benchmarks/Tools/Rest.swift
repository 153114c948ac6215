// SPDX-License-Identifier: MIT

import Foundation

/// The pause between two turns.
enum Rest {
  /// Returns when all threads of this program have been idle for some time.
  ///
  /// So the remains of a turn, such as ending tasks and memory being freed, don't slow down the
  /// next one.
  @Sendable static func untilIdle() {
    for _ in 0..<200 {
      let before = Usage.current.processorTime
      Thread.sleep(forTimeInterval: 0.01)
      if Usage.current.processorTime - before < 100_000 { break }
    }
    Heap.tidy()
  }
}
