// SPDX-License-Identifier: MIT

/// Counts an action of an effect as pending.
final class EffectClaim {
  private let context: EffectContext
  private let runner: EffectRunner

  /// Creates a claim, unless the effect has been canceled.
  init?(on context: EffectContext, of runner: EffectRunner) {
    guard runner.beginAction(of: context) else { return nil }
    self.context = context
    self.runner = runner
  }

  deinit {
    runner.finishAction(of: context)
  }
}
