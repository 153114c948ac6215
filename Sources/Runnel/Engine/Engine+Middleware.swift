// SPDX-License-Identifier: MIT

extension Engine {
  /// Processes an action of an effect, or one that must pass the middleware.
  ///
  /// An action of a canceled effect is dropped. Called with nothing locked.
  func route(_ message: borrowing Message) {
    let routed = message.routed
    let outer = output.pointee.address
    output.pointee.address = routed.address.map(Unmanaged.passUnretained)
    defer {
      output.pointee.address = outer
      withExtendedLifetime(routed) {}
    }
    // The drain alone changes the state.
    let isDropped = isDropped(routed, message)
    guard let effect = routed.context else {
      if !isDropped { pass(routed.action, message, to: routed.stage) }
      return
    }
    let (isLive, groups) = effects.mayReduceAction(of: effect)
    if isLive, !isDropped {
      let outer = turn.waitGroups
      turn.waitGroups += groups
      turn.currentEffect = effect.number
      pass(routed.action, message, to: routed.stage)
      turn.currentEffect = 0
      turn.waitGroups = outer
    }
    effects.finishAction(of: effect)
  }

  /// Passes an action to the middleware from `stage` on, and then to the reducers.
  func pass(_ action: any Action, _ message: borrowing Message, to stage: Int) {
    guard stage < middleware.count else {
      // A middleware can have passed on an action that canceled the effect.
      if stage > 0, let effect = message.routed.context,
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
    middleware[stage].handle(action, passage)
    passage.isOpen = false
  }

  /// A Boolean value indicating whether the caller is the drain.
  ///
  /// It is `false` in user code that the drain called for another purpose.
  var isInDrain: Bool { CallContext.current(in: self) == context }
}
