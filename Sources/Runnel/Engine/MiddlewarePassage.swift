// SPDX-License-Identifier: MIT

/// The passage of one action through one middleware.
///
/// It doesn't retain the store: a middleware that stores `next` would retain the store that has the
/// middleware.
///
/// `@unchecked`: `engine` is set once in `init`, and loading a weak reference is safe from any
/// thread; only the drain accesses `isOpen`; the rest is constant, and a message contains an
/// action, which is `Sendable`, and numbers.
final class MiddlewarePassage: @unchecked Sendable {
  private(set) weak var engine: Engine?
  private let message: Message
  private let stage: Int
  /// While `next` can be called, an action of an effect counts as pending and can be canceled.
  private let claim: EffectClaim?
  /// A Boolean value indicating whether the middleware is still running.
  var isOpen = true

  init(_ engine: Engine, _ message: consuming Message, _ stage: Int) {
    self.engine = engine
    self.stage = stage
    claim = message.routed.context.flatMap { EffectClaim(on: $0, of: engine.effects) }
    self.message = message
  }

  var site: CallSite { message.site }

  /// Passes an action on.
  ///
  /// It does so at once if the middleware is running and no other action is being processed, and
  /// otherwise behind the pending actions.
  func next(_ action: any Action) {
    guard let engine else { return }
    if engine.isInDrain, isOpen, !engine.turn.isProcessing {
      engine.pass(action, message, to: stage + 1)
    } else {
      engine.resume(action, message, at: stage + 1)
    }
  }
}

/// A middleware as the engine sees it.
protocol MiddlewareStage: Sendable {
  /// Handles an action, and passes it on, replaces it, or drops it.
  func handle(_ action: any Action, _ passage: MiddlewarePassage)
}

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
