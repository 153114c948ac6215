// SPDX-License-Identifier: MIT

import Dispatch
import Runnel

/// How long to wait for something that would come at once if all were well.
///
/// Whoever waits is woken by what he waits for. The limit, by the wall clock, is there for what never
/// comes: it makes a test fail that would hang.
struct Patience: Sendable {
  let limit: Duration
  private let end: ContinuousClock.Instant

  /// From now on.
  init(_ limit: Duration) {
    self.limit = limit
    end = .now + limit
  }

  /// Waits for `operation`, and returns whether it has come to its end in time. If not, it goes on.
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

/// Two ends of one wait, of which the first counts.
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
  /// The same length as Dispatch counts it.
  fileprivate var inDispatch: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    // More than can be counted, and than anybody waits for.
    if seconds > 1_000_000_000 { return .never }
    return .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }
}
