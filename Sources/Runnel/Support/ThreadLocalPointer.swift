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

/// A pointer of which each thread has its own.
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
