// SPDX-License-Identifier: MIT

import Dispatch

/// The drain: the path of an action from the mailbox to its effects.
extension Engine {
  /// Processes pending actions up to the length of a turn, and then lets other work use the queue.
  ///
  /// Called on the store's queue, or on a thread that keeps the queue from running.
  ///
  /// - Parameters:
  ///   - last: The number of the action that the caller waits for, if it does. The turn then lasts
  ///     until that action and a few more.
  ///   - isFree: Signaled when the other drain ends, if one is running.
  /// - Returns: `false` if everything was left to another drain that is running.
  @discardableResult
  func drain(through last: UInt64? = nil, signaling isFree: DispatchSemaphore? = nil) -> Bool {
    defer { scheduler?.end() }
    // Only a shared queue can run another drain.
    if sharesQueue, !mailbox.begin(signaling: isFree) { return false }
    var budget = Engine.turnLength
    if let last { budget = Int(max(last, turn.processed) - turn.processed) + Engine.sendAllowance }
    // Once the mailbox reports that nothing is left, the next drain can begin at any moment.
    while let (last, barrier) = mailbox.take(after: turn.processed, into: &turn.batch) {
      turn.lastEnqueued = last
      context.pointee.action = 0
      context.pointee.depth = 0
      CallContext.enter(context)
      processBatch(&budget, barrier: passBarriers(barrier))
      CallContext.leave(context)
      if budget <= 0 {
        mailbox.end()
        scheduleDrain()
        break
      }
    }
    return true
  }

  func perform(_ work: Work) {
    switch work {
    case .deliver(let subscription): subscription.deliverPending()
    case .settle(let call): settle(call)
    case .run(let work): work()
    case .change(let removed, let added, let dynamicReducer):
      let bodies = removed.map(table.remove)
      if !added.isEmpty { table.add(added, as: dynamicReducer) }
      if let removed { effects.update { $0.cancelEffects(ofReducer: removed) } }
      // Released with nothing locked: a reducer can retain objects of user code.
      withExtendedLifetime(bodies) {}
    }
  }

  private func processBatch(_ budget: inout Int, barrier: UInt64?) {
    var barrier = barrier
    while budget > 0, let block = turn.batch.first {
      let (messages, count) = (block.messages, block.count)
      while turn.batch.position < count, budget > 0 {
        turn.batch.position += 1
        admit(messages[turn.batch.position - 1])
        turn.processed += 1
        budget -= 1
        if barrier == turn.processed {
          unlockState()
          barrier = passBarriers(barrier)
        }
      }
      unlockState()
      if turn.batch.position == count { turn.batch.dropFirst() }
    }
  }

  @inline(__always)
  func admit(_ message: borrowing Message) {
    context.pointee.action = turn.processed + 1
    context.pointee.depth = message.depth
    context.pointee.site = message.site
    if message.isRouted || !middleware.isEmpty {
      unlockState()
      route(message)
    } else {
      process(message.action, parent: message.parent)
    }
  }

  /// The steps of one action, after which the state stays locked unless something ran that needs it
  /// unlocked: the next action then takes no lock.
  @inline(never)
  func process(_ action: any Action, parent: UInt64) {
    lockState()
    let isTimed = effects.probes.need(.time)
    let start = !isTimed ? 0 : turn.time > 0 ? turn.time : Platform.uptimeNanoseconds
    reduce(action)
    let end = isTimed ? Platform.uptimeNanoseconds : 0
    changes.collect(output.pointee.changes.all, in: rootSlice, at: root, version: version)
    let hasListeners = !listeners.isEmpty
    if hasListeners { collectListeners() }
    #if DEBUG
      if table.isMissing { reportUnhandled(action) }
    #endif
    let isSilent = changes.isEmpty && output.pointee.effects.isEmpty
    if isSilent, effects.probes.isEmpty { return }
    // A warning can have unlocked the state.
    turn.time = context.pointee.holdsState ? end : 0
    if !isSilent || effects.probes.need(.userCode) { unlockState() }
    if !effects.probes.isEmpty {
      withUnsafePointer(to: action) { report($0, parent, start..<end) }
    }
    if isSilent { return }
    notify(action, hasListeners)
    cancelOrphans()
    startEffects()
  }

  #if DEBUG
    /// Reports an action without reducers and listeners, once for each type.
    ///
    /// A middleware may have handled it before it passed it on. A test asserts what it receives.
    private func reportUnhandled(_ action: any Action) {
      guard listeners.isEmpty, middleware.isEmpty, !expectsUnhandled,
        table.beginReport(of: action)
      else { return }
      // The handler is user code.
      unlockState()
      Misuse.unhandledAction(action, at: context.pointee.site).warn(in: self)
    }
  #endif

  // MARK: The state

  @inline(__always)
  private func lockState() {
    if context.pointee.holdsState {
      if stateLock.yieldFromDrain() { turn.time = 0 }
      return
    }
    stateLock.acquireForDrain()
    context.pointee.holdsState = true
  }

  @inline(__always)
  func unlockState() {
    guard context.pointee.holdsState else { return }
    context.pointee.holdsState = false
    turn.time = 0
    stateLock.release()
  }

  // MARK: Reducing

  @inline(__always)
  private func reduce(_ action: any Action) {
    if !effects.probes.isEmpty { output.pointee.reducerCount = 0 }
    output.pointee.changes.removeAll()
    table.reduce(root, action, output)
    version += 1
    if !output.pointee.effects.isEmpty { assignOwners() }
  }

  // MARK: Notifying

  private func collectListeners() {
    changes.areListenersNotified = true
    listeners.forEach { listener in
      if listener.slice.rootOffset == nil { changes.found.leftovers.append(listener.slice) }
    }
    changes.found.audience.append(listeners)
  }

  /// Notifies all subscribers of an action, in subscription order, with nothing locked and before
  /// the state can change.
  private func notify(_ action: any Action, _ hasListeners: Bool) {
    if !changes.found.audience.isEmpty {
      if hasListeners, let address = output.pointee.address {
        // Listeners on other queues receive the action later, with its address.
        let addressed: any Action = RoutedAction(action, to: address.takeUnretainedValue())
        withUnsafePointer(to: addressed) { notifyAudience(of: $0) }
      } else {
        withUnsafePointer(to: action) { notifyAudience(of: $0) }
      }
      // From here on another thread may mutate a subscriber list in place. It infers unique
      // ownership from a reference count, which isn't a happens-before edge; acquiring the lock is.
      stateLock.synchronize()
      while changes.found.audience.popLast() != nil {}
    }
    if !changes.found.leftovers.isEmpty {
      changes.found.leftovers.forEach { $0.dropLeftovers() }
      changes.found.leftovers.removeAll(keepingCapacity: true)
    }
  }

  // MARK: Reporting

  /// Reports an event to the probes that need it.
  private func tell(_ interest: Probe.Interests, _ event: borrowing StoreEvent) {
    // By index: a copy of the list, and of each probe in it, would be retained.
    for index in turn.probes.indices where turn.probes[index].interests.contains(interest) {
      turn.probes[index].receive(event)
    }
  }

  private func reduced(_ action: UnsafePointer<any Action>, _ parent: UInt64) -> ReducedAction {
    ReducedAction(
      action: action, address: output.pointee.address, sequence: context.pointee.action,
      parent: parent, site: context.pointee.site, root: root)
  }

  /// Returns whether an action is dropped, and reports it: its address doesn't exist, or the value
  /// whose scope dispatched it has been replaced.
  @inline(__always)
  func isDropped(_ action: RoutedAction, _ message: borrowing Message) -> Bool {
    // The drain alone changes the state.
    if let replaced = action.identity?.lostIdentity(in: root) {
      reportDropped(action.action, message, .replacedState(path: replaced.path))
      return true
    }
    guard let address = action.address, !table.site.positions.contains(address, in: root)
    else { return false }
    reportDropped(
      action.action, message,
      table.site.positions.reason(of: address, in: root, "\\\(rootSlice.type.type)"))
    return true
  }

  @inline(never)
  private func reportDropped(
    _ action: any Action, _ message: borrowing Message,
    _ reason: @autoclosure () -> ActionReport.Reason
  ) {
    if effects.probes.isEmpty { return }
    withUnsafePointer(to: action) { action in
      var dropped = reduced(action, message.parent)
      dropped.isDropped = true
      tell(.reported, .reported(ActionReport(dropped.record, reducerCount: 0, [reason()])))
      tell(.reduced, .reduced(dropped))
    }
  }

  @inline(never)
  private func report(
    _ action: UnsafePointer<any Action>, _ parent: UInt64, _ time: Range<UInt64>
  ) {
    var reduced = reduced(action, parent)
    if effects.probes.need(.reported) {
      let record = reduced.record
      let reasons = ReductionExplanation(
        of: record, with: composed + dynamicReducers.outlines, state: rootSlice.type.type,
        at: root
      ).reasons
      tell(
        .reported,
        .reported(ActionReport(record, reducerCount: output.pointee.reducerCount, reasons)))
    }
    guard effects.probes.need(.reduced) else { return }
    reduced.effect = turn.currentEffect
    reduced.start = time.lowerBound
    reduced.duration = time.upperBound - time.lowerBound
    reduced.pendingCount = Int(max(turn.lastEnqueued, reduced.sequence) - reduced.sequence)
    reduced.changes = output.pointee.changes.all
    tell(.reduced, .reduced(reduced))
  }

  private func notifyAudience(of action: UnsafePointer<any Action>) {
    let notification = Notification(
      root: root, action: action, sequence: context.pointee.action, hasMore: turn.batch.hasMore)
    let isMeasured = effects.probes.need(.delivered)
    if changes.found.audience.count == 1, !isMeasured {
      return changes.found.audience[0].notify(notification)
    }
    var subscribers: [SliceSubscriber] = []
    for list in changes.found.audience { list.forEach { subscribers.append($0) } }
    subscribers.sortByID()
    for subscriber in subscribers {
      if isMeasured, subscriber.isInline {
        effects.probes.measure(subscriber) { subscriber.notify(notification) }
      } else {
        subscriber.notify(notification)
      }
    }
  }

  // MARK: Effects

  /// Starts the effects that the reducers returned, in order, with nothing locked.
  private func startEffects() {
    if output.pointee.effects.isEmpty { return }
    if turn.isRetired { return output.pointee.effects.removeAll() }
    if output.pointee.effects.count == 1, let effect = output.pointee.effects.popLast() {
      return start(effect)
    }
    var started = ContiguousArray<ReturnedEffect>()
    swap(&started, &output.pointee.effects)
    for effect in started { start(effect) }
    started.removeAll(keepingCapacity: true)
    // Nothing has been reduced meanwhile.
    swap(&started, &output.pointee.effects)
  }

  private func start(_ returned: ReturnedEffect) {
    if let effect = returned.effect, effect.onlySends, returned.owner == nil,
      returned.dynamicReducer == 0, turn.waitGroups.isEmpty
    {
      // Nothing can cancel it, and no caller waits for it.
      return send(effect, of: returned)
    }
    let root = effects.start(
      returned, from: context.pointee.action, groups: turn.waitGroups, in: self)
    if let owner = returned.owner { bind(root, to: owner) }
  }

  private func send(_ effect: UntypedEffect, of returned: ReturnedEffect) {
    if case .send(let action) = effect.kind {
      guard let (action, address) = resolve(action, from: returned.pathBase, in: returned.address)
      else { return }
      return dispatch(action, to: address, from: effect.site)
    }
    // Lists can be nested deeply.
    var pending = [effect]
    while let next = pending.popLast() {
      if next.isList { pending += next.parts.reversed() } else { send(next, of: returned) }
    }
  }
}
