// SPDX-License-Identifier: MIT

extension Clock where Duration == Swift.Duration {
  /// Returns a function that sleeps until `duration` from now.
  func sleeper(for duration: Duration) -> @Sendable () async throws -> Void {
    let deadline = now.advanced(by: duration.clampedForWaiting)
    return { [self] in try await sleep(until: deadline, tolerance: nil) }
  }

  /// Returns a function that returns the time since this call.
  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { [self] in start.duration(to: now) }
  }
}
