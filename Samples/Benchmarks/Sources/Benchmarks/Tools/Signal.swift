// SPDX-License-Identifier: MIT

import Dispatch
import Harness

/// Something that one thread waits for, and not for ever: an action that is lost must not hang the run.
struct Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Lets the one go on who waits.
  func send() {
    semaphore.signal()
  }

  /// Waits for ``send()``.
  func wait() throws(WrongOutcome) {
    guard semaphore.wait(timeout: .now() + .seconds(60)) == .success else {
      throw WrongOutcome("nothing happened for a minute")
    }
  }
}

/// Counts how often somebody is told, and signals at a number.
final class Countdown: @unchecked Sendable {
  // `@unchecked`: `count` is touched by whoever tells, and a store tells from one place at a time. `goal` is
  // set before what is to be told has begun, and `count` read after the signal or when the store is closed.
  private let signal = Signal()
  private(set) var count = 0
  private var goal = 0

  /// Has the signal sent when so many more have been told.
  func expect(_ more: Int) {
    goal = count + more
  }

  /// Counts one more.
  func tell() {
    count += 1
    if count == goal { signal.send() }
  }

  /// Waits until as many have been told as are expected.
  func wait() throws(WrongOutcome) {
    do {
      try signal.wait()
    } catch {
      throw WrongOutcome("told \(count) times, not \(goal): \(error)")
    }
  }
}
