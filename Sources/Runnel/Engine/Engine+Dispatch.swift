// SPDX-License-Identifier: MIT

import Dispatch

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
    if depth == Engine.chainLimit { reportLoop(action, site) }
    return depth
  }

  /// Reports an endless chain, once.
  private func reportLoop(_ action: any Action, _ site: CallSite) {
    let isFirst = loopReported.withLock { isReported in
      defer { isReported = true }
      return !isReported
    }
    if isFirst { Misuse.endlessLoop(action, length: Engine.chainLimit, at: site).warn(in: self) }
  }

  func leave(_ work: Work) {
    if mailbox.append(work) { scheduleDrain() }
  }

  func post(_ work: Work) {
    if mailbox.append(barrier: work) { scheduleDrain() }
  }

  func scheduleDrain() {
    scheduler?.begin()
    queue.async { [self] in drain() }
  }
}
