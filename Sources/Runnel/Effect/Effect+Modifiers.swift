// SPDX-License-Identifier: MIT

/// What is around an effect.
enum EffectModifier: Sendable {
  case cancellable(EffectID, cancelInFlight: Bool)
  case debounce(EffectID, Duration)
  case throttle(EffectID, Duration, latest: Bool)
  case limited(EffectID, to: Int)
  case delay(Duration)
  case timeout(Duration)
  case retry(limit: Int, Backoff)
  case `catch`(@Sendable (any Error) -> Effect)
  case map(@Sendable (any Action) -> any Action)

  /// Whether it makes a difference around an effect that does nothing: by its id, or by its time.
  var countsForNothing: Bool {
    switch self {
    case .cancellable, .debounce, .throttle, .limited, .delay: true
    case .timeout, .retry, .catch, .map: false
    }
  }
}

/// What can be put around an effect.
///
/// An id is any `Hashable` and `Sendable` value; a case of an enum of the feature's own cannot be mistaken
/// for that of another feature. ``cancellable(id:cancelInFlight:)``, ``debounce(id:for:)``,
/// ``throttle(id:for:latest:)`` and ``limited(id:to:file:line:)`` all give the effect an id, by which
/// ``cancel(id:file:line:)`` ends it. Ids of effects that have ended are forgotten.
extension Effect {
  // MARK: With an id

  /// The same effect, to be ended by ``cancel(id:file:line:)``.
  ///
  /// - Parameters:
  ///   - id: What to call it.
  ///   - cancelInFlight: Whether it first cancels all effects that have the id already. Those that this is
  ///     part of are spared.
  public func cancellable(
    id: some Hashable & Sendable,
    cancelInFlight: Bool = false
  ) -> Effect {
    modified(by: .cancellable(EffectID(id), cancelInFlight: cancelInFlight))
  }

  /// The same effect, once nobody has asked for another one with this id for a while.
  ///
  /// Each start of an effect that is debounced by the id takes the place of the one that waits, which ends
  /// without having begun. One that has begun goes on: combine with ``cancellable(id:cancelInFlight:)`` to
  /// end it, too.
  public func debounce(id: some Hashable & Sendable, for duration: Duration) -> Effect {
    modified(by: .debounce(EffectID(id), duration))
  }

  /// The same effect, at most once in each stretch of time.
  ///
  /// The first effect with the id begins at once and opens a window of `duration`. Those that come while it
  /// is open end without having begun; but with `latest`, the last of them begins when the window closes, and
  /// opens the next one. Cancelling by the id ends effects; the window stays.
  public func throttle(
    id: some Hashable & Sendable,
    for duration: Duration,
    latest: Bool = false
  ) -> Effect {
    modified(by: .throttle(EffectID(id), duration, latest: latest))
  }

  /// The same effect, as soon as fewer than `limit` others that are limited by this id are running.
  ///
  /// Those that have to wait begin in the order in which they came, also where their limits differ: one with
  /// a higher limit does not overtake.
  public func limited(
    id: some Hashable & Sendable,
    to limit: Int,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Effect {
    if limit < 1 { Misuse.effectLimit(limit, at: CallSite(file: file, line: line)).trap() }
    return modified(by: .limited(EffectID(id), to: limit))
  }

  // MARK: Time

  /// The same effect, later.
  public func delay(for duration: Duration) -> Effect {
    modified(by: .delay(duration))
  }

  /// The same effect, which is cancelled and fails with ``EffectTimeoutError`` if it has not ended in time.
  ///
  /// Time spent waiting inside counts: `.debounce(…).timeout(…)` includes the pause,
  /// `.timeout(…).debounce(…)` does not.
  public func timeout(after duration: Duration) -> Effect {
    modified(by: .timeout(duration))
  }

  // MARK: Errors

  /// The same effect, started anew when it fails, up to `limit` more times; by default as often as it takes.
  ///
  /// What it sent before it failed has been sent. When the last attempt fails, so does the whole.
  public func retry(_ limit: Int = .max, backoff: Backoff = .none) -> Effect {
    modified(by: .retry(limit: limit, backoff))
  }

  /// The same effect, and an action in place of an error that leaves it.
  public func `catch`(_ handler: @escaping @Sendable (any Error) -> any Action) -> Effect {
    let site = site
    return modified(by: .catch { Effect(.send(handler($0)), at: site) })
  }

  /// The same effect, and another effect in place of an error that leaves it; ``none`` ignores the error.
  ///
  /// An error of the second effect is not caught by this.
  public func `catch`(_ handler: @escaping @Sendable (any Error) -> Effect) -> Effect {
    modified(by: .catch(handler))
  }

  /// Not there: it would be easy to let an error pass by mistake.
  @available(*, unavailable, message: "return an action, or Effect.none to do nothing more")
  @_documentation(visibility: internal)
  public func `catch`(_ handler: @escaping @Sendable (any Error) -> Void) -> Effect { self }

  // MARK: Actions

  /// The same effect, with each of its actions replaced.
  ///
  /// `transform` is called where the action is sent, and must be a pure function.
  public func map(_ transform: @escaping @Sendable (any Action) -> any Action) -> Effect {
    modified(by: .map(transform))
  }
}

/// An effect has not ended within the time that ``Effect/timeout(after:)`` gave it.
public struct EffectTimeoutError: Error, Equatable, CustomStringConvertible {
  /// How long it could have taken.
  public let duration: Duration

  /// An error of an effect that had `duration`.
  public init(duration: Duration) {
    self.duration = duration
  }

  /// What happened, in words.
  public var description: String { "The effect did not end within \(duration)." }
}
