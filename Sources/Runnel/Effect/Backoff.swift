// SPDX-License-Identifier: MIT

/// The delays of ``Effect/retry(_:backoff:)`` before each new attempt.
public struct Backoff: Sendable {
  private let pause: @Sendable (_ failures: Int) -> Duration

  /// Creates a backoff whose delay depends on the number of failures, which is at least 1.
  public init(_ pause: @escaping @Sendable (_ failures: Int) -> Duration) {
    self.pause = pause
  }

  /// No delay.
  public static let none = Backoff { _ in .zero }

  /// Returns a backoff with the same delay before each attempt.
  public static func constant(_ pause: Duration) -> Backoff {
    Backoff { _ in pause }
  }

  /// Returns a backoff whose delay grows by `factor` with each failure, up to `longest`.
  ///
  /// `exponential(from: .seconds(1), upTo: .seconds(30))` waits 1, 2, 4, 8, 16, 30, 30… seconds.
  public static func exponential(
    from first: Duration,
    by factor: Double = 2,
    upTo longest: Duration
  ) -> Backoff {
    Backoff { failures in
      // Floating-point numbers do not overflow.
      let share = first / longest
      var steps = 1.0
      var failures = failures
      while failures > 1, steps * share < 1 {
        steps *= factor
        failures -= 1
      }
      return steps * share < 1 ? first * steps : longest
    }
  }

  func duration(afterFailures failures: Int) -> Duration { pause(failures) }
}
