// SPDX-License-Identifier: MIT

extension Clock where Duration == Swift.Duration {
  /// Returns a sequence with one tick for each interval, the first after one interval.
  ///
  /// A late tick doesn't delay those after it, and ticks that pass while the iterating task is busy
  /// are skipped. Each iteration starts again. It ends when its task is canceled or the clock
  /// fails. In an effect, use ``EffectOf/timer(every:file:line:_:)``, which uses the store's clock
  /// and fails with its error. An interval of zero or less is a fatal error.
  public func ticks(
    every interval: Duration, file: StaticString = #fileID, line: UInt = #line
  ) -> ClockTicks {
    if interval <= .zero {
      Misuse.interval(interval, at: CallSite(file: file, line: line)).trap()
    }
    return ClockTicks(begin: { [self] in makeTicker(every: interval) })
  }

  /// Returns a function that sleeps until the next tick, counted from now.
  func makeTicker(every interval: Duration) -> () async throws -> Void {
    let interval = interval.clampedForTicking
    let start = now
    var count: Int64 = 0
    return { [self] in
      count += 1
      let elapsed = start.duration(to: now)
      // Skips missed ticks.
      if interval * count < elapsed {
        count = max(count, Int64(exactly: (elapsed / interval).rounded(.up)) ?? .max / 2)
      }
      try await sleep(until: start.advanced(by: interval * count), tolerance: nil)
      try Task.checkCancellation()
    }
  }
}

/// The ticks of a clock, as `Clock.ticks(every:)` returns them.
public struct ClockTicks: AsyncSequence, Sendable {
  /// Iteration never throws.
  public typealias Failure = Never

  fileprivate let begin: @Sendable () -> () async throws -> Void

  /// Creates an iterator, whose first tick is one interval from now.
  public func makeAsyncIterator() -> Iterator {
    Iterator(waitForTick: begin())
  }

  /// An iterator that waits for one tick at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let waitForTick: () async throws -> Void

    /// Waits for the next tick, or returns `nil` when the task is canceled or the clock fails.
    public mutating func next() async -> Void? {
      try? await waitForTick()
    }
  }
}

extension Clock where Duration == Swift.Duration {
  package func sleeper(for duration: Duration) -> @Sendable () async throws -> Void {
    let deadline = now.advanced(by: duration.clampedForWaiting)
    return { [self] in try await sleep(until: deadline, tolerance: nil) }
  }

  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { [self] in start.duration(to: now) }
  }
}

extension Duration {
  /// The longest time that the library lets a clock sleep, 100 years: clocks trap on a deadline
  /// that they can't represent.
  private static let longestWait = Duration.seconds(100 * 365 * 86_400)

  package var clampedForWaiting: Duration { min(max(self, .zero), .longestWait) }

  /// The nearest interval between two ticks for which counting ticks can't overflow.
  var clampedForTicking: Duration { max(clampedForWaiting, .nanoseconds(1)) }
}
