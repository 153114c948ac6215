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

/// The system's own lock with nothing around it.
final class PlainLock: @unchecked Sendable {
  // `@unchecked`: `primitive` never changes, and points to memory of this object's own until it goes away,
  // which is touched by the system's functions alone.
  #if canImport(Darwin)
    private let primitive = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)

    init() { primitive.initialize(to: os_unfair_lock()) }

    deinit { primitive.deallocate() }

    func lock() { os_unfair_lock_lock(primitive) }

    func unlock() { os_unfair_lock_unlock(primitive) }
  #else
    private let primitive = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
      primitive.initialize(to: pthread_mutex_t())
      pthread_mutex_init(primitive, nil)
    }

    deinit {
      pthread_mutex_destroy(primitive)
      primitive.deallocate()
    }

    func lock() { pthread_mutex_lock(primitive) }

    func unlock() { pthread_mutex_unlock(primitive) }
  #endif
}
