// SPDX-License-Identifier: MIT

import Foundation

/// A value that only one thread at a time can access.
///
/// On Linux, ThreadSanitizer doesn't recognize the standard library's `Mutex`, and reports its
/// value as unguarded.
///
/// Invariant for `@unchecked`: `value` is accessed only while `lock` is locked.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
