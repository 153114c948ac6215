// SPDX-License-Identifier: MIT

import Dispatch

#if canImport(Darwin)
  import Darwin
#endif

/// Recognizes the main queue and the thread that works for it.
enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()
  private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

  /// A Boolean value indicating whether the calling thread works for the main queue.
  static var isCurrent: Bool {
    #if canImport(Darwin)
      // The main thread can also work for another queue, inside `sync`.
      if pthread_main_np() != 0 { return true }
    #endif
    return isAtWork
  }

  /// A Boolean value indicating whether the main queue is the current one, or a target of it.
  static var isAtWork: Bool {
    _ = mark
    return DispatchQueue.getSpecific(key: key) != nil
  }

  /// Returns whether a queue is the main queue.
  static func isMain(_ queue: DispatchQueue) -> Bool {
    _ = mark
    return queue.getSpecific(key: key) != nil
  }
}
