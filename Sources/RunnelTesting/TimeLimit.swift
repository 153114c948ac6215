// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

/// A time limit for an event that a correct program causes immediately, and that ends the wait.
///
/// The limit makes a test fail that would otherwise hang. Time in which tasks or queues don't run
/// counts up to ten times less: a thousand tests that start together can occupy all threads for a
/// minute, and a virtual machine can stand still.
struct TimeLimit: Sendable {
  let limit: Duration
  private let end: ContinuousClock.Instant

  init(_ limit: Duration) {
    self.limit = limit
    end = .now + limit
  }

  /// Waits for `operation` and returns whether it ended in time; if not, it continues.
  nonisolated(nonsending) func wait(
    for operation: @escaping @Sendable () async -> Void
  ) async -> Bool {
    // Of the two possible ends, the first counts.
    let isInTime = Recording<Bool>()
    let remaining = max(.zero, ContinuousClock.now.duration(to: end))
    let duration = max(remaining / Probe.stepCount, .microseconds(1)).clampedForWaiting
    let step = DispatchTimeInterval.nanoseconds(Int(duration / .nanoseconds(1)))
    let probe = Probe { isInTime.record(false) }
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.setEventHandler { probe.step() }
    timer.schedule(deadline: .now() + step, repeating: step)
    timer.resume()
    defer { timer.cancel() }
    let work = Task.detached {
      await operation()
      isInTime.record(true)
    }
    defer { work.cancel() }
    await isInTime.reached(1)
    return isInTime.values.first ?? false
  }
}

/// A count of the steps of a timer in which a task has run, and then a queue, as those of stores.
private final class Probe: Sendable {
  static let stepCount = 20
  /// The number of steps after which the time is over, even if no task has run.
  private static let limit = 10 * stepCount

  private struct State {
    var steps = 0
    var stepsWithTask = 0
    var hasRun = false
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "RunnelTesting.Probe")
  private let end: @Sendable () -> Void

  init(end: @escaping @Sendable () -> Void) {
    self.end = end
    runTask()
  }

  func step() {
    let (isOver, hasRun) = state.withLock { state in
      let hasRun = state.hasRun
      state.hasRun = false
      state.steps += 1
      if hasRun { state.stepsWithTask += 1 }
      return (state.stepsWithTask == Probe.stepCount || state.steps == Probe.limit, hasRun)
    }
    if isOver { end() } else if hasRun { runTask() }
  }

  private func runTask() {
    Task.detached { [self] in queue.async { [self] in state.withLock { $0.hasRun = true } } }
  }
}
