// SPDX-License-Identifier: MIT

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

  /// Whether the modifier matters around an effect that does nothing, for its ID or its time.
  var countsForNothing: Bool {
    switch self {
    case .cancellable, .debounce, .throttle, .limited, .delay: true
    case .timeout, .retry, .catch, .map: false
    }
  }
}
