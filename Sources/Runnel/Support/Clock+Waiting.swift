// SPDX-License-Identifier: MIT

extension Clock where Duration == Swift.Duration {
  /// Returns a function that sleeps until `duration` from now.
  package func sleeper(for duration: Duration) -> @Sendable () async throws -> Void {
    let deadline = now.advanced(by: duration.clampedForWaiting)
    return { [self] in try await sleep(until: deadline, tolerance: nil) }
  }

  /// Returns a function that returns the time since this call.
  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { [self] in start.duration(to: now) }
  }
}

extension Duration {
  /// The longest time that the library lets a clock sleep: 100 years.
  ///
  /// Clocks trap if a deadline exceeds the instants that they can represent.
  private static let longestWait = Duration.seconds(100 * 365 * 86_400)

  /// The nearest duration for which every clock can sleep.
  package var clampedForWaiting: Duration { min(max(self, .zero), .longestWait) }

  /// The nearest interval between two ticks for which counting ticks can't overflow.
  var clampedForTicking: Duration { max(clampedForWaiting, .nanoseconds(1)) }
}
