// SPDX-License-Identifier: MIT

/// A value that only one thread at a time can access.
///
/// It has the shape of the standard library's `Mutex`, which ThreadSanitizer doesn't see on Linux:
/// it takes every access under one for a race. The lock is neither recursive nor fair. User code
/// must never run while it is held, so that it never waits for a user's lock. Inlinable, because
/// other modules of this package would call it unspecialized.
package struct Locked<Value>: @unchecked Sendable {
  // `@unchecked`: `storage` never changes, and its header is accessed only while the lock
  // behind it in the same allocation is locked.
  @usableFromInline
  let storage: ManagedBuffer<Value, SystemLock>

  package init(_ value: Value) {
    storage = LockStorage<Value>.create(minimumCapacity: 1) { buffer in
      buffer.withUnsafeMutablePointerToElements { $0.initializeLock() }
      return value
    }
  }

  /// Calls `body` with the value while holding the lock.
  @inlinable
  @inline(__always)
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    // By pointer: an access to the property would check exclusivity a second time.
    try storage.withUnsafeMutablePointers { value, lock in
      lock.acquire()
      defer { lock.release() }
      return try body(&value.pointee)
    }
  }
}

extension Locked where Value == Void {
  /// Acquires the lock, for the one critical section that has no single scope.
  @inline(__always)
  func lock() { storage.withUnsafeMutablePointerToElements { $0.acquire() } }

  /// Releases the lock, which the calling thread must hold.
  @inline(__always)
  func unlock() { storage.withUnsafeMutablePointerToElements { $0.release() } }

  @inline(__always)
  func tryLock() -> Bool { storage.withUnsafeMutablePointerToElements { $0.tryToAcquire() } }
}

/// The value and, behind it, the system's lock: one allocation with a stable address.
private final class LockStorage<Value>: ManagedBuffer<Value, SystemLock> {
  deinit {
    withUnsafeMutablePointerToElements { $0.destroyLock() }
  }
}
