// SPDX-License-Identifier: MIT

/// Calls a closure when each call of `enter` has its call of `leave`.
package final class WaitGroup: Sendable {
  private let open = Locked(1)
  private let canceled = Locked(false)
  private let finish: @Sendable () -> Void

  /// Creates a group that its creator has entered.
  init(_ finish: @escaping @Sendable () -> Void) {
    self.finish = finish
  }

  /// A Boolean value indicating whether the waiting caller has given up.
  var isCanceled: Bool { canceled.withLock { $0 } }

  func cancel() {
    canceled.withLock { $0 = true }
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
