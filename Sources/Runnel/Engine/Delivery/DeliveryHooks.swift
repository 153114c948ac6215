// SPDX-License-Identifier: MIT

import Synchronization

/// The hooks that observers' deliveries call, which can change at any time.
///
/// Without hooks, a delivery costs one load more.
struct DeliveryHooks: ~Copyable, Sendable {
  typealias Hook = @Sendable (DeliveryRecord) -> Void

  private let hook = Locked<Hook?>(nil)
  private let count = Atomic(0)

  @inline(__always)
  var isEmpty: Bool { count.isZero }

  func set(_ new: Hook?) {
    let old = hook.withLock { hook in
      defer { hook = new }
      return hook
    }
    count.add((new == nil ? 0 : 1) - (old == nil ? 0 : 1))
  }

  /// Delivers to a subscriber, and calls the hooks.
  @inline(never)
  func measure<Result>(_ subscriber: Subscriber, _ deliver: () -> Result) -> Result {
    let start = Platform.uptimeNanoseconds
    let result = deliver()
    guard let hook = hook.withLock({ $0 }) else { return result }
    hook(
      DeliveryRecord(
        subscriber, start: start, duration: Platform.uptimeNanoseconds - start,
        isOnMainThread: MainQueue.isCurrent))
    return result
  }
}
