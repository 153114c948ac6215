// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// The mark of a queue that was passed to stores, which may wait for its work.
///
/// The main queue has none. A mark stays, since threads can read it at any time.
final class PassedQueue: Sendable {
  private static let key = DispatchSpecificKey<PassedQueue>()
  private static let lock = Locked(())
  private static let stores = Atomic(0)

  private let stores = Atomic(0)
  /// Set on this queue alone, once for all stores: a queue keeps its keys in a list.
  private let ownKey = DispatchSpecificKey<Bool>()

  /// Counts a store, and returns the mark of its queue.
  static func add(_ queue: DispatchQueue) -> PassedQueue? {
    if MainQueue.isMain(queue) { return nil }
    stores.add(1)
    return lock.withLock { _ in
      let known = queue.getSpecific(key: key)
      let mark = known ?? PassedQueue()
      mark.stores.add(1)
      // Setting it again would free what a thread is reading.
      if known == nil {
        queue.setSpecific(key: key, value: mark)
        queue.setSpecific(key: mark.ownKey, value: true)
      }
      return mark
    }
  }

  func removeStore() {
    PassedQueue.stores.add(-1)
    stores.add(-1)
  }

  /// Whether the caller runs on this queue, or on one that targets it.
  var isBelowCaller: Bool { DispatchQueue.getSpecific(key: ownKey) != nil }

  /// Whether the caller runs on a queue that a store was passed.
  static var isCurrent: Bool {
    if stores.isZero { return false }
    return DispatchQueue.getSpecific(key: key).map { !$0.stores.isZero } ?? false
  }
}
