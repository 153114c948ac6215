// SPDX-License-Identifier: MIT

/// A lock that many small objects share, where one lock each would cost more than it guards.
///
/// An object's address selects its lock. While a thread holds one, it must neither acquire a second
/// one nor run user code, `deinit` included.
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
