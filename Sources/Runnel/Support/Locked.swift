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

/// A value that only one thread at a time can access.
///
/// It has the shape of the standard library's `Mutex`, which replaces it once every supported
/// system has one. The lock is neither recursive nor fair. User code must never run while it is
/// held, so that it never waits for a user's lock.
package struct Locked<Value>: @unchecked Sendable {
  // `@unchecked`: `storage` never changes, and its header is accessed only while the primitive
  // behind it in the same allocation is locked.
  private let storage: LockStorage<Value>

  package init(_ value: Value) {
    storage = LockStorage<Value>.make(value)
  }

  /// Calls `body` with the value while holding the lock.
  @inline(__always)
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    storage.lock()
    defer { storage.unlock() }
    // By pointer: an access to the property would check exclusivity a second time.
    return try storage.withUnsafeMutablePointerToHeader { try body(&$0.pointee) }
  }
}

extension Locked where Value == Void {
  /// Acquires the lock, for the one critical section that has no single scope.
  @inline(__always)
  func lock() { storage.lock() }

  /// Releases the lock, which the calling thread must hold.
  @inline(__always)
  func unlock() { storage.unlock() }

  @inline(__always)
  func tryLock() -> Bool { storage.tryLock() }
}

#if canImport(Darwin)
  private typealias Primitive = os_unfair_lock
#else
  private typealias Primitive = pthread_mutex_t
#endif

/// The value and, behind it, the system's lock: one allocation with a stable address.
private final class LockStorage<Value>: ManagedBuffer<Value, Primitive> {
  static func make(_ value: Value) -> LockStorage<Value> {
    let buffer = LockStorage<Value>.create(minimumCapacity: 1) { buffer in
      buffer.withUnsafeMutablePointerToElements { initialize($0) }
      return value
    }
    return unsafeDowncast(buffer, to: LockStorage<Value>.self)
  }

  deinit {
    #if !canImport(Darwin)
      _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
    #endif
  }

  @inline(__always)
  func lock() { withUnsafeMutablePointerToElements { acquire($0) } }

  @inline(__always)
  func unlock() { withUnsafeMutablePointerToElements { release($0) } }

  @inline(__always)
  func tryLock() -> Bool { withUnsafeMutablePointerToElements { tryToAcquire($0) } }
}

/// A lock that many small objects share, where one lock each would cost more than it guards.
///
/// An object's address selects its lock. While a thread holds one, it must neither acquire a second
/// one nor run user code, `deinit` included.
struct SharedLock: @unchecked Sendable {
  // `@unchecked`: the pointer is constant, and its target is a lock, which threads can share.
  private let primitive: UnsafeMutablePointer<Primitive>

  @inline(__always)
  init(of object: AnyObject) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    let index = Int(address >> 5 & UInt(SharedLock.count - 1))
    primitive = (SharedLock.first + index * SharedLock.stride)
      .assumingMemoryBound(to: Primitive.self)
  }

  @inline(__always)
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    acquire(primitive)
    defer { release(primitive) }
    return try body()
  }

  /// A power of two.
  private static let count = 64
  /// Two locks never share a cache line, or unrelated threads would slow each other down.
  private static let stride = 128

  // `nonisolated(unsafe)`: never changes. Never deallocated.
  private nonisolated(unsafe) static let first: UnsafeMutableRawPointer = {
    let first = UnsafeMutableRawPointer.allocate(byteCount: count * stride, alignment: stride)
    for index in 0..<count {
      initialize((first + index * stride).bindMemory(to: Primitive.self, capacity: 1))
    }
    return first
  }()
}

// MARK: The system's lock

@inline(__always)
private func initialize(_ lock: UnsafeMutablePointer<Primitive>) {
  #if canImport(Darwin)
    lock.initialize(to: os_unfair_lock())
  #else
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  #endif
}

@inline(__always)
private func acquire(_ lock: UnsafeMutablePointer<Primitive>) {
  #if canImport(Darwin)
    os_unfair_lock_lock(lock)
  #else
    _ = pthread_mutex_lock(lock)
  #endif
}

@inline(__always)
private func release(_ lock: UnsafeMutablePointer<Primitive>) {
  #if canImport(Darwin)
    os_unfair_lock_unlock(lock)
  #else
    _ = pthread_mutex_unlock(lock)
  #endif
}

@inline(__always)
private func tryToAcquire(_ lock: UnsafeMutablePointer<Primitive>) -> Bool {
  #if canImport(Darwin)
    os_unfair_lock_trylock(lock)
  #else
    pthread_mutex_trylock(lock) == 0
  #endif
}
