// SPDX-License-Identifier: MIT

import Dispatch
import Harness

/// A signal that one thread waits for, with a timeout: a lost action must not hang the run.
struct Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Resumes the waiting thread.
  func send() {
    semaphore.signal()
  }

  /// Waits for ``send()``.
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
  func expect(_ more: Int) {
    goal = count + more
  }

  /// Counts a notification.
  func record() {
    count += 1
    if count == goal { signal.send() }
  }

  /// Waits for the expected number of notifications.
  func wait() throws(WrongOutcome) {
    do {
      try signal.wait()
    } catch {
      throw WrongOutcome("\(count) notifications, not \(goal): \(error)")
    }
  }
}
