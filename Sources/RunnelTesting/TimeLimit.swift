// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

/// A limit on the wall clock for an event that a correct program causes immediately.
///
/// The event itself ends the wait. The limit makes a test fail that would otherwise hang.
struct TimeLimit: Sendable {
  let limit: Duration
  private let end: ContinuousClock.Instant

  /// Creates a limit that starts now.
  init(_ limit: Duration) {
    self.limit = limit
    end = .now + limit
  }

  /// Waits for `operation` and returns whether it ended in time; if not, it continues.
  nonisolated(nonsending)
    func wait(for operation: @escaping @Sendable () async -> Void) async -> Bool
  {
    let race = Race()
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.setEventHandler { race.finish(inTime: false) }
    timer.schedule(deadline: .now() + max(.zero, ContinuousClock.now.duration(to: end)).inDispatch)
    timer.resume()
    defer { timer.cancel() }
    let work = Task.detached {
      await operation()
      race.finish(inTime: true)
    }
    defer { work.cancel() }
    return await race.outcome()
  }
}

/// The two possible ends of a wait, of which the first counts.
private final class Race: Sendable {
  private struct State {
    var isInTime: Bool?
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())

  func finish(inTime isInTime: Bool) {
    let waiting = state.withLock { state in
      guard state.isInTime == nil else { return nil as CheckedContinuation<Void, Never>? }
      state.isInTime = isInTime
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }

  nonisolated(nonsending) func outcome() async -> Bool {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.isInTime == nil { state.waiting = continuation }
        return state.isInTime != nil
      }
      if isOver { continuation.resume() }
    }
    return state.withLock { $0.isInTime ?? false }
  }
}

extension Duration {
  /// The duration in Dispatch's representation.
  fileprivate var inDispatch: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    // Longer durations overflow, and no test waits that long.
    if seconds > 1_000_000_000 { return .never }
    return .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }
}
