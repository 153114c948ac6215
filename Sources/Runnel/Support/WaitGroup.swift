// SPDX-License-Identifier: MIT

/// Calls a closure once everybody who entered has left.
final class WaitGroup: Sendable {
  private let open = Locked(1)
  private let finish: @Sendable () -> Void

  /// A group that its maker is in.
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
