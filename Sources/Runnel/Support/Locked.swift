// SPDX-License-Identifier: MIT

import Synchronization

/// A value that only one thread at a time can access.
///
/// The lock is neither recursive nor fair. User code must never run while it is held. It has the
/// shape of the standard library's `Mutex`, under which ThreadSanitizer takes every access for a
/// race on Linux. Inlinable, because other modules of this package would call it unspecialized.
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

/// A lock that many small objects share, by their addresses, where one lock each would cost more
/// than it guards.
///
/// Who holds one must neither acquire a second one nor run user code, `deinit` included.
struct SharedLock: @unchecked Sendable {
  // `@unchecked`: the pointer is constant, and its target is a lock, which threads can share.
  private let lock: UnsafeMutablePointer<SystemLock>

  @inline(__always)
  init(of object: AnyObject) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    let index = Int(address >> 5 & UInt(SharedLock.count - 1))
    lock = (SharedLock.first + index * SharedLock.stride)
      .assumingMemoryBound(to: SystemLock.self)
  }

  @inline(__always)
  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.acquire()
    defer { lock.release() }
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
      (first + index * stride).bindMemory(to: SystemLock.self, capacity: 1).initializeLock()
    }
    return first
  }()
}

/// A count that many threads change and that the drain polls for each action: a lock would be the
/// second one that an action takes. The count orders no other access.
extension Atomic<Int> {
  /// Whether the count was zero recently.
  @inline(__always)
  var isZero: Bool { load(ordering: .relaxed) == 0 }

  func add(_ difference: Int) {
    wrappingAdd(difference, ordering: .relaxed)
  }
}
