// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

/// A signal that one thread waits for, with a timeout: a lost action must not hang the run.
struct Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func send() { semaphore.signal() }

  func wait() throws(WrongOutcome) {
    guard semaphore.wait(timeout: .now() + .seconds(60)) == .success else {
      throw WrongOutcome("there was no signal for a minute")
    }
  }
}

/// Counts notifications, and signals at an expected number.
final class Countdown: @unchecked Sendable {
  // Invariant for `@unchecked`: a store notifies from one thread at a time, and only `record()`
  // writes `count`. `goal` is set before notifications start. `count` is read after the signal or
  // after closing.
  private let signal = Signal()
  private(set) var count = 0
  private var goal = 0

  /// Expects a number of further notifications, after which the signal is sent.
  func expect(_ more: Int) { goal = count + more }

  func record() {
    count += 1
    if count == goal { signal.send() }
  }

  func wait() throws(WrongOutcome) { try signal.wait() }
}

/// Measures single actions: from ``begin()`` until an observer calls ``end(_:)``.
final class Stopwatch: @unchecked Sendable {
  // Invariant for `@unchecked`: `begin()` and the `end(_:)` of its action alternate, each on one
  // thread, and the store or the signal orders them.
  private let signal = Signal()
  private let clock = ContinuousClock()
  private var start: ContinuousClock.Instant?
  private(set) var latencies: [Double] = []
  private(set) var value = -1

  init(capacity: Int) { latencies.reserveCapacity(capacity) }

  /// Begins a measurement, directly before an action is dispatched.
  func begin() { start = clock.now }

  /// Ends the measurement, if there is one, with the value that an observer receives.
  func end(_ value: Int) {
    if let start { latencies.append((clock.now - start).nanoseconds) }
    self.value = value
    signal.send()
  }

  func wait() throws(WrongOutcome) { try signal.wait() }
}

/// Threads that start the same work at the same time.
struct Producers: Sendable {
  private let gate = DispatchSemaphore(value: 0)
  private let ended = DispatchGroup()
  private let count: Int

  /// Creates threads that wait for ``open()``: their creation isn't part of the measurement.
  init(_ count: Int, body: @escaping @Sendable () -> Void) {
    self.count = count
    for _ in 0..<count {
      ended.enter()
      Thread.detachNewThread { [gate, ended] in
        gate.wait()
        body()
        ended.leave()
      }
    }
  }

  func open() {
    for _ in 0..<count { gate.signal() }
  }

  func join() { ended.wait() }
}
