// SPDX-License-Identifier: MIT

import Foundation

/// A value that only one thread at a time can reach.
///
/// Not the standard library's `Mutex`: on Linux ThreadSanitizer does not see that one, and takes what it
/// guards for unguarded.
///
/// `@unchecked`: `value` is read and written with `lock` held only.
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
