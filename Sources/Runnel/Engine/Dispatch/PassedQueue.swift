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

  static func add(_ queue: DispatchQueue) {
    if MainQueue.isMain(queue) { return }
    stores.add(1)
    lock.withLock { _ in
      let known = queue.getSpecific(key: key)
      let mark = known ?? PassedQueue()
      mark.stores.add(1)
      // Setting it again would free what a thread is reading.
      if known == nil { queue.setSpecific(key: key, value: mark) }
    }
  }

  static func remove(_ queue: DispatchQueue) {
    if MainQueue.isMain(queue) { return }
    stores.add(-1)
    queue.getSpecific(key: key)?.stores.add(-1)
  }

  /// Whether the caller runs on a queue that a store was passed.
  static var isCurrent: Bool {
    if stores.isZero { return false }
    return DispatchQueue.getSpecific(key: key).map { !$0.stores.isZero } ?? false
  }
}
