// SPDX-License-Identifier: MIT

/// The pauses that ``EffectOf/retry(_:backoff:resettingAfter:)`` makes before each new attempt.
public struct Backoff: Sendable {
  private let pause: @Sendable (_ failures: Int) -> Duration

  /// Creates a backoff whose pauses depend on the number of failures so far, which starts at one.
  public init(_ pause: @escaping @Sendable (_ failures: Int) -> Duration) {
    self.pause = pause
  }

  /// The default: 1, 2, 4, 8 and 16 seconds, and then 30 seconds each.
  public static let standard = exponential(from: .seconds(1), upTo: .seconds(30))

  /// A backoff without pauses, for work that can be repeated at once.
  public static let none = Backoff { _ in .zero }

  /// Returns a backoff with the same pause before each attempt.
  public static func constant(_ pause: Duration) -> Backoff {
    Backoff { _ in pause }
  }

  /// Returns a backoff whose pause is multiplied by `factor` after each failure, up to a maximum.
  ///
  /// `exponential(from: .seconds(1), upTo: .seconds(30))` waits 1, 2, 4, 8, 16, 30, 30… seconds.
  public static func exponential(
    from first: Duration, by factor: Double = 2, upTo longest: Duration
  ) -> Backoff {
    guard first > .zero, first < longest else { return .constant(min(first, longest)) }
    let factor = factor > 0 ? factor : 0
    // Compared as numbers, because durations trap on overflow.
    let limit = longest / first
    return Backoff { failures in
      var steps = 1.0
      var (next, failures) = (factor, failures)
      while failures > 1, steps < limit, next != steps {
        (steps, next, failures) = (next, next * factor, failures - 1)
      }
      return steps < limit ? first * steps : longest
    }
  }

  package func duration(afterFailures failures: Int) -> Duration {
    pause(failures).clampedForWaiting
  }
}
