// SPDX-License-Identifier: MIT

extension Clock where Duration == Swift.Duration {
  /// A tick for each interval, from one interval after the iteration begins.
  ///
  /// Ticks come on the beat: a late one does not delay those after it. Those that nobody had time for are
  /// skipped. The sequence ends when the task that iterates is cancelled. In an effect, use
  /// ``Effect/timer(every:file:line:_:)``, which goes by the store's clock.
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
        // Onto the beat again, if it has been missed.
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

/// The ticks of a clock. See `Clock.ticks(every:)`.
public struct ClockTicks: AsyncSequence, Sendable {
  /// Waiting never fails.
  public typealias Failure = Never

  fileprivate let begin: @Sendable () -> () async -> Bool

  fileprivate init(_ begin: @escaping @Sendable () -> () async -> Bool) {
    self.begin = begin
  }

  /// Begins to count.
  public func makeAsyncIterator() -> Iterator {
    Iterator(wait: begin())
  }

  /// Waits for one tick after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let wait: () async -> Bool

    /// Waits for the next tick; `nil` when the task is cancelled.
    public mutating func next() async -> Void? {
      await wait() ? () : nil
    }
  }
}
