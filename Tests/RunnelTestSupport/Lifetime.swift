// SPDX-License-Identifier: MIT

import Runnel

/// Counts how many of its tokens are alive. A closure or an object that holds one lives as long.
package final class LifetimeTracker: Sendable {
  private let alive = Locked(0)

  package init() {}

  package var aliveCount: Int { alive.withLock { $0 } }

  package func token() -> LifetimeToken {
    alive.withLock { $0 += 1 }
    return LifetimeToken { [self] in alive.withLock { $0 -= 1 } }
  }
}

/// Alive until it is released.
package final class LifetimeToken: Sendable {
  private let onRelease: @Sendable () -> Void

  init(onRelease: @escaping @Sendable () -> Void) {
    self.onRelease = onRelease
  }

  deinit {
    onRelease()
  }

  /// For closures that only need to hold the token.
  package func touch() {}
}
