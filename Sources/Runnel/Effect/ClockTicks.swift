// SPDX-License-Identifier: MIT

extension Clock where Duration == Swift.Duration {
  /// Returns a sequence with one tick per interval, the first one interval after iteration begins.
  ///
  /// Ticks stay on the beat: a late one does not delay those after it, and missed ones are skipped.
  /// The sequence ends when the iterating task is canceled. An interval of zero or less is a fatal
  /// error. In an effect, use ``Effect/timer(every:file:line:_:)``, which uses the store's clock.
  public func ticks(
    every interval: Duration,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> ClockTicks {
    if interval <= .zero {
      Misuse.interval(interval, at: CallSite(file: file, line: line)).trap()
    }
    return ClockTicks { [self] in
      let start = now
      var count: Int64 = 0
      return {
        count += 1
        let elapsed = start.duration(to: now)
        // Skips the missed ticks.
        if interval * count < elapsed {
          count = Int64((elapsed / interval).rounded(.up))
        }
        do {
          try await sleep(until: start.advanced(by: interval * count), tolerance: nil)
          return !Task.isCancelled
        } catch {
          return false
        }
      }
    }
  }
}

/// The ticks of a clock, as `Clock.ticks(every:)` returns them.
public struct ClockTicks: AsyncSequence, Sendable {
  /// The sequence never throws.
  public typealias Failure = Never

  fileprivate let begin: @Sendable () -> () async -> Bool

  fileprivate init(_ begin: @escaping @Sendable () -> () async -> Bool) {
    self.begin = begin
  }

  /// Returns an iterator that starts to count now.
  public func makeAsyncIterator() -> Iterator {
    Iterator(wait: begin())
  }

  /// An iterator that waits for one tick at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let wait: () async -> Bool

    /// Waits for the next tick, and returns `nil` when the task is canceled.
    public mutating func next() async -> Void? {
      await wait() ? () : nil
    }
  }
}
