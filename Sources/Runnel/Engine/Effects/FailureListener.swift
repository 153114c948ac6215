// SPDX-License-Identifier: MIT

/// A listener for errors that leave effects.
final class FailureListener: Sendable {
  let call: @Sendable (EffectFailure) -> Void

  init(_ call: @escaping @Sendable (EffectFailure) -> Void) {
    self.call = call
  }
}
