// SPDX-License-Identifier: MIT

import Runnel

extension ComposerFeature.State {
  /// Submits the draft once, or shows its problem.
  mutating func send() -> EffectOf<ComposerFeature.Action> {
    if isSubmitted { return .none }
    problem = missing
    if problem != nil { return .none }
    isSubmitted = true
    return submit()
  }

  /// Submits a draft again whose submission can be lost.
  func sendAgain() -> EffectOf<ComposerFeature.Action> { isSubmitted ? submit() : .none }

  /// Returns an effect that outlives the composer, so that closing it doesn't lose the message.
  private func submit() -> EffectOf<ComposerFeature.Action> {
    .send(.submitted(draft)).detachedFromState()
  }

  private var missing: String? {
    if threadID == nil && subject.isBlank { return "A new thread needs a subject." }
    return text.isBlank ? "The message is empty." : nil
  }
}
