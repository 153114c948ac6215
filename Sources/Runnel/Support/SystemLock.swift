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
