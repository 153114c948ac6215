// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

#if canImport(CDispatch)
  import CDispatch
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

package enum Platform {
  /// Returns whether two ranges of memory hold the same bytes, padding included: one word, the
  /// common case, is compared without a call.
  @inline(__always)
  package static func bytesAreEqual(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int
  ) -> Bool {
    count == 8
      ? left.loadUnaligned(as: UInt64.self) == right.loadUnaligned(as: UInt64.self)
      : memcmp(left, right, count) == 0
  }

  /// Whether a thread that waits for a queue lends its priority to what runs there.
  static var queuesHavePriority: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }

  /// Whether the caller is on a thread of its own or of a pool, and keeps no serial queue waiting.
  static var isOnGlobalQueue: Bool {
    // The label of the current queue. There is no other sign of it.
    #if canImport(CDispatch)
      let label = dispatch_queue_get_label(nil)
    #else
      let label = __dispatch_queue_get_label(nil)
    #endif
    return strncmp(label, "com.apple.root.", 15) == 0
      || strcmp(label, "Swift global concurrent queue") == 0
  }

  /// The nanoseconds that the system has been up, on a clock that never goes back.
  @inline(__always)
  package static var uptimeNanoseconds: UInt64 {
    #if canImport(Darwin)
      DispatchTime.now().uptimeNanoseconds
    #else
      // The clock of `DispatchTime`, in 40 instructions less. A recording reads it twice an action.
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    #endif
  }

  /// Writes a line to standard error in one call, so that lines of several threads don't mix.
  static func printError(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    // A failed write has no place to be reported.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

#if canImport(Darwin)
  private typealias PlatformLock = os_unfair_lock
#else
  private typealias PlatformLock = pthread_mutex_t
#endif

@usableFromInline
struct SystemLock {
  private var platformLock = PlatformLock()
}

extension UnsafeMutablePointer<SystemLock> {
  /// The only stored property of the struct has its address.
  @inline(__always)
  private var platformLock: UnsafeMutablePointer<PlatformLock> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: PlatformLock.self)
  }

  func initializeLock() {
    initialize(to: SystemLock())
    #if !canImport(Darwin)
      pthread_mutex_init(platformLock, nil)
    #endif
  }

  func destroyLock() {
    #if !canImport(Darwin)
      pthread_mutex_destroy(platformLock)
    #endif
  }

  // Not inlinable: other modules would have to import the platform's C library, too.

  @inline(__always)
  @usableFromInline
  func acquire() {
    #if canImport(Darwin)
      os_unfair_lock_lock(platformLock)
    #else
      pthread_mutex_lock(platformLock)
    #endif
  }

  @inline(__always)
  @usableFromInline
  func release() {
    #if canImport(Darwin)
      os_unfair_lock_unlock(platformLock)
    #else
      pthread_mutex_unlock(platformLock)
    #endif
  }

  @inline(__always)
  func tryToAcquire() -> Bool {
    #if canImport(Darwin)
      os_unfair_lock_trylock(platformLock)
    #else
      pthread_mutex_trylock(platformLock) == 0
    #endif
  }
}

package struct ThreadLocalPointer<Pointee>: Sendable {
  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    self.key = key
  }

  @inline(__always)
  package var value: UnsafeMutablePointer<Pointee>? {
    get { pthread_getspecific(key)?.assumingMemoryBound(to: Pointee.self) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}

enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()
  private static let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

  /// Whether the calling thread works for the main queue.
  static var isCurrent: Bool {
    #if canImport(Darwin)
      // The main thread can also work for another queue, inside `sync`.
      if pthread_main_np() != 0 { return true }
    #endif
    return isAtWork
  }

  /// Whether the main queue is the current one, or a target of it.
  static var isAtWork: Bool {
    _ = mark
    return DispatchQueue.getSpecific(key: key) != nil
  }

  static func isMain(_ queue: DispatchQueue) -> Bool {
    _ = mark
    return queue.getSpecific(key: key) != nil
  }
}

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
