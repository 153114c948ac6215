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
  /// The system's lock, at an address that never changes.
  typealias SystemLock = os_unfair_lock
#else
  /// The system's lock, at an address that never changes.
  typealias SystemLock = pthread_mutex_t
#endif

extension UnsafeMutablePointer<SystemLock> {
  @inline(__always)
  func initializeLock() {
    #if canImport(Darwin)
      initialize(to: os_unfair_lock())
    #else
      initialize(to: pthread_mutex_t())
      pthread_mutex_init(self, nil)
    #endif
  }

  @inline(__always)
  func destroyLock() {
    #if !canImport(Darwin)
      pthread_mutex_destroy(self)
    #endif
  }

  @inline(__always)
  func acquire() {
    #if canImport(Darwin)
      os_unfair_lock_lock(self)
    #else
      _ = pthread_mutex_lock(self)
    #endif
  }

  @inline(__always)
  func release() {
    #if canImport(Darwin)
      os_unfair_lock_unlock(self)
    #else
      _ = pthread_mutex_unlock(self)
    #endif
  }

  @inline(__always)
  func tryToAcquire() -> Bool {
    #if canImport(Darwin)
      os_unfair_lock_trylock(self)
    #else
      pthread_mutex_trylock(self) == 0
    #endif
  }
}
