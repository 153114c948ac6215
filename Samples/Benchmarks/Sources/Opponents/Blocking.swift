// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// Does something on the main actor, and waits until it is done. Not for the main thread.
package func onMain<Result: Sendable>(_ body: @MainActor @Sendable () -> Result) -> Result {
  DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
}

/// Waits for something asynchronous, on a thread that is nobody's but the caller's.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
  let answer = Answer<Result>()
  Task.detached { answer.give(await body()) }
  return answer.wait()
}

/// A value that one task gives and one thread waits for.
private final class Answer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func give(_ newValue: Value) {
    value.withLock { $0 = newValue }
    isThere.signal()
  }

  func wait() -> Value {
    isThere.wait()
    guard let value = value.withLock({ $0 }) else { preconditionFailure("It is given first.") }
    return value
  }
}
