// SPDX-License-Identifier: MIT

/// Something that the state machine decided, and that the runner performs after unlocking it.
enum EffectJob {
  case send(any Action, EffectContext, CallSite)
  case start(EffectNode)
  case wait(EffectTimer)
  case cancel(Task<Void, Never>)
  case recover(EffectNode, @Sendable (any Error) -> Effect, any Error)
  case retry(EffectNode, Backoff)
  case report(any Error, CallSite)
  /// The effect as a whole is over, including its pending actions.
  case finish(EffectRoot, [WaitGroup])
  /// Releases an effect's node and contents.
  ///
  /// Contents can be objects of user code, whose `deinit` can call the store.
  case release(EffectNode, Effect.Kind?)
  case releaseWindow(ThrottleWindow)
}
