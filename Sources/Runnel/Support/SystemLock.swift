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

#if canImport(Darwin)
  private typealias PlatformLock = os_unfair_lock
#else
  private typealias PlatformLock = pthread_mutex_t
#endif

/// The system's lock, at an address that never changes.
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
