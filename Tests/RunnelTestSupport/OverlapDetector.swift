// SPDX-License-Identifier: MIT

import Runnel

/// Counts how often a piece of code is entered while it is already running.
package final class OverlapDetector: Sendable {
  private let state = Locked((depth: 0, overlaps: 0))

  package init() {}

  package var overlaps: Int { state.withLock { $0.overlaps } }

  package func run<Result>(_ body: () -> Result) -> Result {
    state.withLock { state in
      if state.depth > 0 { state.overlaps += 1 }
      state.depth += 1
    }
    defer { state.withLock { $0.depth -= 1 } }
    return body()
  }
}
