// SPDX-License-Identifier: MIT

import Runnel

/// A subscription to a port.
final class InputPortObserver<Value: Sendable>: Sendable {
  typealias Observe = @Sendable (_ value: Value, _ site: CallSite) -> Void

  /// The closures of the subscription.
  ///
  /// A closure stored directly in a generic type is reabstracted on each access.
  private struct Target {
    let observe: Observe
    let onEnd: @Sendable () -> Void
  }

  private let target: Locked<Target?>

  init(_ observe: @escaping Observe, onEnd: @escaping @Sendable () -> Void = {}) {
    target = Locked(Target(observe: observe, onEnd: onEnd))
  }

  func notify(_ value: Value, _ site: CallSite) {
    target.withLock { $0 }?.observe(value, site)
  }

  /// Ends the subscription: the observer isn't called again.
  func end() {
    let last = target.withLock { target in
      defer { target = nil }
      return target
    }
    // Outside the lock: this can release the last reference to a user's object.
    last?.onEnd()
  }
}
