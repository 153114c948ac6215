// SPDX-License-Identifier: MIT

/// How long ``Effect/retry(_:backoff:)`` waits before each new attempt.
public struct Backoff: Sendable {
  private let pause: @Sendable (_ failures: Int) -> Duration

  /// Pauses that depend on how often the effect has failed, from one on.
  public init(_ pause: @escaping @Sendable (_ failures: Int) -> Duration) {
    self.pause = pause
  }

  /// No pause: at once.
  public static let none = Backoff { _ in .zero }

  /// The same pause each time.
  public static func constant(_ pause: Duration) -> Backoff {
    Backoff { _ in pause }
  }

  /// A pause that grows by `factor` each time, up to a longest one.
  ///
  /// `exponential(from: .seconds(1), upTo: .seconds(30))` waits 1, 2, 4, 8, 16, 30, 30… seconds.
  public static func exponential(
    from first: Duration,
    by factor: Double = 2,
    upTo longest: Duration
  ) -> Backoff {
    Backoff { failures in
      // As numbers, which do not overflow.
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
