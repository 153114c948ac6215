// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

extension Engine {
  /// Enqueues an action of a store, dropped at its turn if another value has replaced `identity`.
  func dispatch(
    _ action: any Action, to address: Address? = nil, of identity: Slice? = nil,
    from site: CallSite
  ) {
    let current = CallContext.current
    let depth = depth(after: current, of: action, site)
    var parent: UInt64 = 0
    if let current, current.pointee.isIn(self) {
      parent = current.pointee.action
      if current == context, !turn.waitGroups.isEmpty {
        // The caller that waits for the effects of this action waits for its consequences, too.
        return dispatch(
          action, to: address, of: identity, from: site, parent: parent, groups: turn.waitGroups)
      }
    }
    let (_, needsDrain) = append(
      action, site, depth: depth, parent: parent, to: address, of: identity)
    if needsDrain { scheduleDrain() }
  }

  /// Enqueues an action as an effect, so that groups wait for everything that follows from it.
  func dispatch(
    _ action: any Action, to address: Address?, of identity: Slice?, from site: CallSite,
    parent: UInt64, groups: [WaitGroup]
  ) {
    var effect = ReturnedEffect(UntypedEffect(.send(action), at: site))
    effect.address = address
    effects.start(effect, from: parent, groups: groups, isAction: true, of: identity, in: self)
  }

  func dispatch(_ action: any Action, of effect: EffectNode, from site: CallSite) {
    // An action that is sent while its effect's action is processed belongs to the same chain.
    let depth = depth(after: CallContext.current(in: self), of: action, site)
    let root = effect.root
    let identity = action.targeted?.isForAll == true ? nil : root.identity
    guard let (action, address) = resolve(action, from: root.pathBase, in: root.address) else {
      return effects.finishAction(of: effect)
    }
    let routed = RoutedAction(action, context: effect, to: address, of: identity)
    if append(routed, site, depth: depth, parent: root.action).needsDrain { scheduleDrain() }
  }

  /// Returns an action of an effect with its address, or reports that its path is of another state.
  func resolve(
    _ action: any Action, from base: PathBase?, in sender: Address?
  ) -> (action: any Action, address: Address?)? {
    guard let targeted = action.targeted else { return (action, sender) }
    let (address, misuse) = targeted.resolve(from: base, in: sender)
    guard let misuse else { return (targeted.action, address) }
    misuse.warn(in: self)
    return nil
  }

  /// Enqueues an action that a middleware passes on after it has returned.
  func resume(_ action: any Action, _ message: borrowing Message, at stage: Int) {
    let routed = message.routed
    // An action of a canceled effect is dropped.
    if let effect = routed?.context, !effects.beginAction(of: effect) { return }
    let current = CallContext.current
    let depth = depth(after: current, of: action, message.site)
    let isInside = current?.pointee.isIn(self) ?? false
    let resumed = RoutedAction(
      action, context: routed?.context, stage: stage, to: routed?.address, of: routed?.identity)
    let parent = isInside ? current?.pointee.action ?? 0 : 0
    if append(resumed, message.site, depth: depth, parent: parent).needsDrain { scheduleDrain() }
  }

  /// Appends an action to the mailbox, and returns its number and whether a drain must be started.
  @inline(__always)
  func append(
    _ action: any Action, _ site: CallSite, depth: UInt32, parent: UInt64,
    to address: Address?, of identity: Slice?
  ) -> (sequence: UInt64, needsDrain: Bool) {
    if address != nil || identity != nil {
      return append(
        RoutedAction(action, to: address, of: identity), site, depth: depth, parent: parent)
    }
    let appended = mailbox.append(action, site, depth: depth, parent: parent)
    if reportsEnqueued { reportEnqueued(action, to: nil, site, parent, appended.sequence) }
    return appended
  }

  @inline(never)
  private func append(
    _ routed: RoutedAction, _ site: CallSite, depth: UInt32, parent: UInt64
  ) -> (sequence: UInt64, needsDrain: Bool) {
    let appended = mailbox.append(routed, site, depth: depth, parent: parent, isRouted: true)
    if reportsEnqueued {
      reportEnqueued(routed.action, to: routed.address, site, parent, appended.sequence)
    }
    return appended
  }

  @inline(never)
  private func reportEnqueued(
    _ action: any Action, to address: Address?, _ site: CallSite, _ parent: UInt64,
    _ sequence: UInt64
  ) {
    effects.probes.tell(
      .enqueued,
      .enqueued(
        ActionRecord(
          sequence: sequence, parent: parent, site: site, action: action, address: address)))
  }

  /// Returns the length of the chain of actions that a new one continues.
  func depth(
    after current: UnsafeMutablePointer<CallContext>?, of action: any Action, _ site: CallSite
  ) -> UInt32 {
    guard let current else { return 0 }
    let depth = min(current.pointee.depth, Engine.chainLimit) + 1
    if depth == Engine.chainLimit, !loopReported.exchange(true, ordering: .relaxed) {
      Misuse.endlessLoop(action, length: depth, at: site).warn(in: self)
    }
    return depth
  }

  /// Leaves work to the drain, behind the actions so far.
  func post(_ work: Work) {
    if mailbox.append(barrier: work) { scheduleDrain() }
  }

  func scheduleDrain() {
    scheduler?.begin()
    queue.async { [self] in drain() }
  }
}

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
