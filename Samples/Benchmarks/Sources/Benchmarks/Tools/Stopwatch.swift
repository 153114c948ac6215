// SPDX-License-Identifier: MIT

import Harness

/// Measures single actions: from ``begin()`` until an observer calls ``end(_:)``.
final class Stopwatch: @unchecked Sendable {
  // Invariant for `@unchecked`: `begin()` and the `end(_:)` of its action alternate, each on one
  // thread, and the store or the signal orders them.
  private let signal = Signal()
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant?
  /// The nanoseconds of each action.
  private(set) var latencies: [Double] = []
  /// The last value that the observer received.
  private(set) var value = -1

  init(capacity: Int) {
    latencies.reserveCapacity(capacity)
  }

  /// Begins a measurement, directly before an action is dispatched.
  func begin() {
    start = clock.now
  }

  /// Ends the measurement, with the value that an observer receives.
  ///
  /// Without a measurement, this is the initial value.
  func end(_ value: Int) {
    if let start { latencies.append((clock.now - start).nanoseconds) }
    self.value = value
    signal.send()
  }

  /// Waits for ``end(_:)``.
  func wait() throws(WrongOutcome) {
    try signal.wait()
  }
}
