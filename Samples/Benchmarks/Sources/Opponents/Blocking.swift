// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// Runs `body` on the main actor and waits for it.
///
/// Must not be called on the main thread.
package func onMain<Result: Sendable>(_ body: @MainActor @Sendable () -> Result) -> Result {
  DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
}

/// Blocks the calling thread until an asynchronous function returns.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
  let answer = Answer<Result>()
  Task.detached { answer.give(await body()) }
  return answer.wait()
}

/// A value that one task provides and one thread waits for.
private final class Answer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func give(_ newValue: Value) {
    value.withLock { $0 = newValue }
    isThere.signal()
  }

  func wait() -> Value {
    isThere.wait()
    guard let value = value.withLock({ $0 }) else {
      preconditionFailure("The value is set before the signal.")
    }
    return value
  }
}
