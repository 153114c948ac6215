// SPDX-License-Identifier: MIT

/// A middleware as the engine sees it: it passes an action on, replaces it, or drops it.
typealias MiddlewareStage = @Sendable (any Action, MiddlewarePassage) -> Void

extension Engine {
  /// Processes an action that is routed or must pass the middleware, unless its effect is canceled,
  /// with nothing locked.
  func route(_ message: borrowing Message) {
    let routed = message.routed
    let outer = output.pointee.address
    output.pointee.address = routed?.address.map(Unmanaged.passUnretained)
    defer {
      output.pointee.address = outer
      withExtendedLifetime(routed) {}
    }
    // The drain alone changes the state.
    let isDropped = if let routed { self.isDropped(routed, message) } else { false }
    let action = routed?.action ?? message.action
    let stage = routed?.stage ?? 0
    guard let effect = routed?.context else {
      if !isDropped { pass(action, message, to: stage) }
      return
    }
    let (isLive, groups) = effects.mayReduceAction(of: effect)
    if isLive, !isDropped {
      let outer = turn.waitGroups
      turn.waitGroups += groups
      turn.currentEffect = effect.workNumber
      pass(action, message, to: stage)
      turn.currentEffect = 0
      turn.waitGroups = outer
    }
    effects.finishAction(of: effect)
  }

  /// Passes an action to the middleware from `stage` on, and then to the reducers.
  func pass(_ action: any Action, _ message: borrowing Message, to stage: Int) {
    guard stage < middleware.count else {
      // A middleware can have passed on an action that canceled the effect.
      if stage > 0, let effect = message.routed?.context,
        !effects.mayReduceAction(of: effect).0
      {
        return
      }
      turn.isProcessing = true
      process(action, parent: message.parent)
      unlockState()
      turn.isProcessing = false
      return
    }
    let passage = MiddlewarePassage(self, message.copy(), stage)
    middleware[stage](action, passage)
    passage.isOpen = false
  }

  /// Whether the caller is the drain, and not user code that the drain called for another purpose.
  fileprivate var isInDrain: Bool { CallContext.current(in: self) == context }
}

/// The passage of one action through one middleware.
///
/// It doesn't retain the store, which a middleware that stores `next` would otherwise keep alive.
///
/// `@unchecked`: `engine` is set once in `init`, and loading a weak reference is safe from any
/// thread; only the drain accesses `isOpen`; the rest is constant, and a message contains an
/// action, which is `Sendable`, and numbers.
final class MiddlewarePassage: @unchecked Sendable {
  private(set) weak var engine: Engine?
  private let message: Message
  private let stage: Int
  /// While `next` can be called, an action of an effect counts as pending and can be canceled.
  private let claim: (effect: EffectNode, runner: EffectRunner)?
  /// Whether the middleware is still running.
  fileprivate var isOpen = true

  fileprivate init(_ engine: Engine, _ message: consuming Message, _ stage: Int) {
    self.engine = engine
    self.stage = stage
    claim = message.routed?.context.flatMap { effect in
      engine.effects.beginAction(of: effect) ? (effect, engine.effects) : nil
    }
    self.message = message
  }

  deinit {
    if let (effect, runner) = claim { runner.finishAction(of: effect) }
  }

  var site: CallSite { message.site }

  /// Passes an action on: at once while the middleware runs and no other action is being processed,
  /// and behind the pending actions otherwise.
  func next(_ action: any Action) {
    guard let engine else { return }
    if engine.isInDrain, isOpen, !engine.turn.isProcessing {
      engine.pass(action, message, to: stage + 1)
    } else {
      engine.resume(action, message, at: stage + 1)
    }
  }
}
