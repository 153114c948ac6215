// SPDX-License-Identifier: MIT

/// Calls a closure when each call of `enter` has its call of `leave`.
final class WaitGroup: Sendable {
  private let open = Locked(1)
  private let finish: @Sendable () -> Void

  /// Creates a group that its creator has entered.
  init(_ finish: @escaping @Sendable () -> Void) {
    self.finish = finish
  }

  func enter() {
    open.withLock { $0 += 1 }
  }

  func leave() {
    let isLast = open.withLock { open in
      open -= 1
      return open == 0
    }
    if isLast { finish() }
  }
}
