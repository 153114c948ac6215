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

/// A lock of the system without a wrapper.
final class PlainLock: @unchecked Sendable {
  // Invariant for `@unchecked`: `primitive` is constant and points to memory that this object owns.
  // Only functions of the system access that memory.
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
