// SPDX-License-Identifier: MIT

/// Modifiers of effects.
///
/// A cancellation ID is any `Hashable` and `Sendable` value; a case of a feature's own enum differs
/// from every ID of another feature. ``cancellable(id:cancelInFlight:)``, ``debounce(id:for:)``,
/// ``throttle(id:for:latest:)`` and ``limited(id:to:file:line:)`` all give the effect an ID, with
/// which ``cancel(id:file:line:)`` cancels it. The store releases the IDs of ended effects.
extension EffectOf {
  /// Returns the same effect, which ``cancel(id:file:line:)`` can cancel.
  ///
  /// With `cancelInFlight`, it first cancels others with the ID that neither contain nor await it.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> EffectOf {
    modified(by: .cancellable(EffectID(id), cancelInFlight: cancelInFlight))
  }

  /// Returns an effect that starts once `duration` has passed without a newer one.
  ///
  /// A newer effect debounced with the ID cancels this one at once, waiting or running: an old
  /// response never follows a newer one. To finish what has started, such as a save, debounce the
  /// action that starts it: `.send(.save).debounce(id: ID.save, for: .seconds(1))`.
  public func debounce(id: some Hashable & Sendable, for duration: Duration) -> EffectOf {
    modified(by: .debounce(EffectID(id), duration))
  }

  /// Returns an effect that starts at most once per `duration` among those with its ID.
  ///
  /// The first effect with the ID starts at once and opens a window of `duration`. Later ones end
  /// without having started. With `latest`, the last of them starts when the window closes, and
  /// opens the next one. Canceling with the ID ends effects; the window remains. Inside an effect
  /// that is throttled with the same ID, an effect isn't throttled again.
  public func throttle(
    id: some Hashable & Sendable, for duration: Duration, latest: Bool = false
  ) -> EffectOf {
    modified(by: .throttle(EffectID(id), duration, latest: latest))
  }

  /// Returns an effect that starts when fewer than `limit` others limited with its ID are running.
  ///
  /// Effects start in the order in which they arrived, whatever their limits. Inside an effect that
  /// is limited with the same ID, the limit applies to its parts. A limit below 1 is a fatal error.
  public func limited(
    id: some Hashable & Sendable, to limit: Int, file: StaticString = #fileID, line: UInt = #line
  ) -> EffectOf {
    if limit < 1 { Misuse.effectLimit(limit, at: CallSite(file: file, line: line)).trap() }
    return modified(by: .limited(EffectID(id), to: limit))
  }

  /// Returns an effect that starts after `duration`.
  public func delay(for duration: Duration) -> EffectOf {
    modified(by: .delay(duration))
  }

  /// Returns an effect that is canceled and fails if it does not end within `duration`.
  ///
  /// The error is an ``EffectTimeoutError``. Time spent waiting inside counts:
  /// `.debounce(…).timeout(…)` includes the wait, `.timeout(…).debounce(…)` does not.
  public func timeout(after duration: Duration) -> EffectOf {
    modified(by: .timeout(duration))
  }

  /// Returns an effect that restarts when it fails, up to `limit` more times.
  ///
  /// By default, it restarts three times, after 1, 2 and 4 seconds. To restart until it succeeds,
  /// pass `.max` and keep the pauses: without them, a request that fails at once is sent thousands
  /// of times in a second. Actions sent before a failure stay sent. If the last attempt fails, so
  /// does the whole effect.
  ///
  /// With `resettingAfter`, a failure counts as the first one if the attempt ran at least that
  /// long: a connection that breaks after an hour has not failed many times in a row.
  ///
  /// ```swift
  /// .perform(Command.listen).retry(5, resettingAfter: .seconds(60))
  /// ```
  public func retry(
    _ limit: Int = 3, backoff: Backoff = .standard, resettingAfter duration: Duration? = nil
  ) -> EffectOf {
    modified(by: .retry(limit: limit, backoff, resettingAfter: duration))
  }

  /// Returns the same effect, with an action in place of an error that leaves it.
  public func `catch`(_ handler: @escaping @Sendable (any Error) -> ActionType) -> EffectOf {
    guard let site = untyped?.site else { return self }
    return modified(by: .catch { UntypedEffect(.send(Self.erase(handler($0))), at: site) })
  }

  // Disfavored, so that the compiler names the type of a mistyped action with a leading dot.
  /// Returns the same effect, with another effect in place of an error that leaves it.
  ///
  /// ``none`` ignores the error. An error of the other effect is not caught here.
  @_disfavoredOverload
  public func `catch`(_ handler: @escaping @Sendable (any Error) -> EffectOf) -> EffectOf {
    modified(by: .catch { handler($0).untyped })
  }

  /// Unavailable, because it would be easy to ignore an error by mistake.
  @available(*, unavailable, message: "return an action, or Effect.none to do nothing more")
  @_documentation(visibility: internal)
  public func `catch`(_ handler: @escaping @Sendable (any Error) -> Void) -> EffectOf { self }

  /// Returns the same effect, with each of its actions replaced.
  ///
  /// `transform` is called where the action is sent, and must be a pure function.
  public func map(_ transform: @escaping @Sendable (any Action) -> any Action) -> EffectOf {
    modified(by: .map(transform))
  }

  private func modified(by kind: UntypedEffect.Kind) -> EffectOf {
    EffectOf(.modified(untyped, by: kind))
  }
}

/// The error of an effect that did not end within its ``EffectOf/timeout(after:)``.
public struct EffectTimeoutError: Error, Equatable, CustomStringConvertible {
  /// The time that the effect could have taken.
  public let duration: Duration

  /// Creates the error of an effect that had `duration`.
  public init(duration: Duration) {
    self.duration = duration
  }

  /// The error as a sentence.
  public var description: String { "The effect did not end within \(duration)." }
}

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
