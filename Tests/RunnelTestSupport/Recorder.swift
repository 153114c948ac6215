// SPDX-License-Identifier: MIT

import Runnel

/// Collects values from any thread, in the order in which they arrive.
package final class Recorder<Value: Sendable>: Sendable {
  private let recorded = Locked<[Value]>([])

  package init() {}

  package func record(_ value: Value) {
    recorded.withLock { $0.append(value) }
  }

  package var values: [Value] { recorded.withLock { $0 } }

  package var count: Int { recorded.withLock { $0.count } }

  /// Returns the values recorded since the previous call.
  package func takeValues() -> [Value] {
    recorded.withLock { values in
      defer { values = [] }
      return values
    }
  }
}

/// Counts from any thread.
package final class Counter: Sendable {
  private let number = Locked(0)

  package init() {}

  package func increment() {
    number.withLock { $0 += 1 }
  }

  package func reset() {
    number.withLock { $0 = 0 }
  }

  package var value: Int { number.withLock { $0 } }
}
