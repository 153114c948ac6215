// SPDX-License-Identifier: MIT

/// What the engine knows of a middleware.
protocol MiddlewareStage: Sendable {
  /// Takes an action, and hands it on, or something else, or nothing.
  func handle(_ action: any Action, _ passage: MiddlewarePassage)
}

extension Engine {
  /// Reduces a batch action by action, each of them once it has come through the middleware.
  func reduceThroughMiddleware(
    _ entries: UnsafeMutablePointer<Mailbox.Entry>,
    _ count: Int,
    _ budget: inout Int,
    _ fence: inout UInt64?
  ) {
    while position < count, budget > 0 {
      budget -= 1
      reduceThroughMiddleware(entries[position])
      handled += 1
      if fence == handled { fence = doFences(fence) }
    }
  }

  private func reduceThroughMiddleware(_ entry: borrowing Mailbox.Entry) {
    begin(entry)
    if let resumed = entry.action as? ResumedAction {
      if let context = resumed.context {
        dealWith(SentAction(action: resumed.action, context: context)) {
          pass($0, entry, to: resumed.stage)
        }
      } else {
        pass(resumed.action, entry, to: resumed.stage)
      }
    } else if entry.isSent {
      dealWith(entry.sent) { pass($0, entry, to: 0) }
    } else {
      pass(entry.action, entry, to: 0)
    }
  }

  /// Takes an action through the middleware from `stage` on, and then to the reducers.
  fileprivate func pass(_ action: any Action, _ entry: borrowing Mailbox.Entry, to stage: Int) {
    guard stage < middleware.count else {
      // A middleware may have handed on what cancels the effect before.
      if let context = entry.effect, !effects.isWanted(context).0 { return }
      return reduceAlone(action, parent: entry.parent)
    }
    let passage = MiddlewarePassage(self, entry.copy(), stage)
    middleware[stage].handle(action, passage)
    passage.isOpen = false
  }

  /// Puts an action at the end of the queue that has come through the middleware up to `stage`.
  fileprivate func resume(_ action: any Action, _ entry: borrowing Mailbox.Entry, at stage: Int) {
    let context = entry.effect
    // One of a cancelled effect comes too late.
    if let context, !effects.takesOn(context) { return }
    let resumed = ResumedAction(action: action, stage: stage, context: context)
    dispatch(action, as: resumed, from: entry.site)
  }
}

/// An action that a middleware handed on after it had returned.
///
/// `@unchecked`: the context refers to parts of the ledger, which are read and written with it locked.
private struct ResumedAction: Action, @unchecked Sendable {
  let action: any Action
  let stage: Int
  /// What counts for it if an effect sent it.
  let context: EffectContext?
}

extension Mailbox.Entry {
  /// What counts for the action if an effect sent it.
  fileprivate var effect: EffectContext? {
    sent?.context ?? (action as? ResumedAction)?.context
  }
}

/// Counts an action of an effect as being on its way.
private final class EffectClaim {
  private let context: EffectContext
  private let runner: EffectRunner

  /// Nothing, if the effect has been cancelled.
  init?(on context: EffectContext, of runner: EffectRunner) {
    guard runner.takesOn(context) else { return nil }
    self.context = context
    self.runner = runner
  }

  deinit {
    runner.dealtWith(context)
  }
}

/// One action on its way through one middleware.
///
/// It does not keep the store: a middleware that keeps `next` for later would keep the store that has the
/// middleware.
///
/// `@unchecked`: `engine` is set once in `init`, and loading a weak reference is safe from any thread;
/// `isOpen` is read and written by the drain only; the rest is constant. An entry holds nothing but an
/// action, which is `Sendable`, and numbers; a claim is only let go of.
final class MiddlewarePassage: @unchecked Sendable {
  private(set) weak var engine: Engine?
  private let entry: Mailbox.Entry
  private let stage: Int
  /// As long as `next` may be called, an action of an effect is on its way, and can be cancelled.
  private let claim: EffectClaim?
  /// The middleware has not returned yet.
  fileprivate var isOpen = true

  fileprivate init(_ engine: Engine, _ entry: consuming Mailbox.Entry, _ stage: Int) {
    self.engine = engine
    self.stage = stage
    claim = entry.effect.flatMap { EffectClaim(on: $0, of: engine.effects) }
    self.entry = entry
  }

  var site: CallSite { entry.site }

  /// Hands an action on: at once, if the middleware has not returned and nothing else is going on, or as soon
  /// as the actions that wait have been dealt with.
  func next(_ action: any Action) {
    guard let engine else { return }
    if engine.isInDrain, isOpen, !engine.isBusy {
      engine.pass(action, entry, to: stage + 1)
    } else {
      engine.resume(action, entry, at: stage + 1)
    }
  }
}

extension Engine {
  /// Whether the calling thread is the one that drains the mailbox, and not inside anything that it called
  /// for another purpose.
  fileprivate var isInDrain: Bool {
    Activity.current(in: self).map { $0 == activity } ?? false
  }
}
