// SPDX-License-Identifier: MIT

import Foundation

/// A lock with the value that it protects.
final class Mutex<Value>: @unchecked Sendable {
  // The value is only used while the lock is held, so that the class is Sendable.
  private var value: Value
  private let lock = NSLock()

  init(_ value: sending Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
