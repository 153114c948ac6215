// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// The functions of the C library that the core uses.
enum Platform {
  /// Returns whether two ranges of memory hold the same bytes, padding included.
  ///
  /// One word is the common case and is compared inline: the call took longer than the comparison.
  @inline(__always)
  static func bytesAreEqual(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int
  ) -> Bool {
    count == 8
      ? left.loadUnaligned(as: UInt64.self) == right.loadUnaligned(as: UInt64.self)
      : memcmp(left, right, count) == 0
  }

  /// Lets another thread use the core, if one is ready to run.
  static func yieldThread() {
    sched_yield()
  }

  /// Writes a line to standard error in one call, so that lines of several threads don't mix.
  static func printError(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    // A failed write has no place to be reported.
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// A pointer of which each thread has its own.
struct ThreadLocalPointer<Pointee>: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    self.key = key
  }

  @inline(__always)
  var value: UnsafeMutablePointer<Pointee>? {
    get { pthread_getspecific(key)?.assumingMemoryBound(to: Pointee.self) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}

#if canImport(Darwin)
  /// The system's lock, at an address that never changes.
  typealias SystemLock = os_unfair_lock

  extension UnsafeMutablePointer<SystemLock> {
    func initializeLock() { initialize(to: os_unfair_lock()) }

    func destroyLock() {}

    @inline(__always)
    func acquire() { os_unfair_lock_lock(self) }

    @inline(__always)
    func release() { os_unfair_lock_unlock(self) }

    @inline(__always)
    func tryToAcquire() -> Bool { os_unfair_lock_trylock(self) }
  }
#else
  /// The system's lock, at an address that never changes.
  typealias SystemLock = pthread_mutex_t

  extension UnsafeMutablePointer<SystemLock> {
    func initializeLock() {
      initialize(to: pthread_mutex_t())
      pthread_mutex_init(self, nil)
    }

    func destroyLock() { pthread_mutex_destroy(self) }

    @inline(__always)
    func acquire() { pthread_mutex_lock(self) }

    @inline(__always)
    func release() { pthread_mutex_unlock(self) }

    @inline(__always)
    func tryToAcquire() -> Bool { pthread_mutex_trylock(self) == 0 }
  }
#endif
