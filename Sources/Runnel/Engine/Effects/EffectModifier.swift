// SPDX-License-Identifier: MIT

/// A rule for the start, the end, the actions or the errors of the effect that it surrounds.
enum EffectModifier: Sendable {
  case cancellable(EffectID, cancelInFlight: Bool)
  case debounce(EffectID, Duration)
  case throttle(EffectID, Duration, latest: Bool)
  case limited(EffectID, to: Int)
  case delay(Duration)
  case timeout(Duration)
  case retry(limit: Int, Backoff, resettingAfter: Duration?)
  case `catch`(@Sendable (any Error) -> UntypedEffect)
  case map(@Sendable (any Action) -> any Action)
  case detached

  /// The ID with which the effect can be canceled because of this modifier.
  var id: EffectID? {
    switch self {
    case .cancellable(let id, _), .debounce(let id, _), .throttle(let id, _, _),
      .limited(let id, _):
      id
    case .delay, .timeout, .retry, .catch, .map, .detached:
      nil
    }
  }

  var isLimited: Bool { if case .limited = self { true } else { false } }
  var isThrottle: Bool { if case .throttle = self { true } else { false } }

  /// The effect inside takes the place of the modified one, which has no node.
  var isTransparent: Bool {
    switch self {
    case .map, .detached: true
    default: false
    }
  }

  /// The modifier matters around an effect that does nothing, for its ID or its time.
  var countsForNothing: Bool {
    if case .delay = self { true } else { id != nil }
  }
}
