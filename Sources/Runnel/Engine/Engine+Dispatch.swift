// SPDX-License-Identifier: MIT

import Dispatch

extension Engine {
  /// Enqueues an action from a store.
  func dispatch(_ action: any Action, from site: CallSite) {
    guard let current = CallContext.current else {
      return enqueue(action, site, depth: 0, parent: 0)
    }
    let depth = self.depth(after: current.pointee, of: action, site)
    guard current.pointee.isIn(self) else {
      return enqueue(action, site, depth: depth, parent: 0)
    }
    let parent = current.pointee.action
    if current == context {
      hasDispatched = true
      // A caller waits for the effects of this action: it also waits for the action's consequences.
      if !waitGroups.isEmpty {
        effects.start(
          UntypedEffect(.send(action), at: site), from: parent, groups: waitGroups,
          isAction: true, in: self)
        return
      }
    }
    enqueue(action, site, depth: depth, parent: parent)
  }

  /// Enqueues an action that an effect sent.
  func dispatch(_ action: any Action, of context: EffectContext, from site: CallSite) {
    // An action that is sent while its effect's action is processed belongs to the same chain.
    let current = CallContext.current(in: self)
    let depth = current.map { self.depth(after: $0.pointee, of: action, site) } ?? 0
    enqueue(
      RoutedAction(action, context: context), site, depth: depth, parent: context.root.action,
      isRouted: true)
  }

  /// Enqueues an action that a middleware passes on after it has returned.
  func resume(_ action: any Action, _ message: borrowing Message, at stage: Int) {
    let effect = message.routed.context
    // An action of a canceled effect is dropped.
    if let effect, !effects.beginAction(of: effect) { return }
    let current = CallContext.current
    let depth = current.map { self.depth(after: $0.pointee, of: action, message.site) } ?? 0
    let isInside = current?.pointee.isIn(self) ?? false
    if isInside, current == context { hasDispatched = true }
    enqueue(
      RoutedAction(action, context: effect, stage: stage), message.site, depth: depth,
      parent: isInside ? current?.pointee.action ?? 0 : 0, isRouted: true)
  }

  /// Appends an action to the mailbox, inside a `RoutedAction` if it is routed.
  @inline(__always)
  private func enqueue(
    _ action: any Action, _ site: CallSite, depth: UInt32, parent: UInt64, isRouted: Bool = false
  ) {
    let (sequence, needsDrain) = mailbox.append(
      action, site, depth: depth, parent: parent, isRouted: isRouted)
    if needsDrain { scheduleDrain() }
    if isHooked, let enqueued = hooks?.enqueued {
      let action = isRouted ? (action as? RoutedAction)?.action ?? action : action
      enqueued(ActionRecord(sequence: sequence, parent: parent, site: site, action: action))
    }
  }

  private func depth(
    after context: CallContext, of action: any Action, _ site: CallSite
  ) -> UInt32 {
    let depth = min(context.depth, Engine.chainLimit) + 1
    if depth == Engine.chainLimit { reportLoop(action, site) }
    return depth
  }

  /// Leaves work to the drain.
  func leave(_ work: DeferredWork) {
    if mailbox.append(work) { scheduleDrain() }
  }

  /// Adds a barrier behind all actions so far.
  func post(_ work: Barrier.Work) {
    if mailbox.append(work) { scheduleDrain() }
  }

  func scheduleDrain() {
    scheduler?.begin()
    queue.async { [self] in drain() }
  }
}
