// SPDX-License-Identifier: MIT

import Dispatch
import Synchronization

/// Dispatching an action and waiting for it.
///
/// This never deadlocks, since threads wait in one direction only. The drain of a store waits for
/// no store, nor does an observer on a queue that was passed to one. Other work of such a queue
/// waits for stores without such a queue, the main thread for all stores, and other threads for the
/// main thread, too. What the library can't see (the target of a passed queue, what user code waits
/// for) is left to a limit: no wait outlasts it if the store stands still.
extension Engine {
  /// Enqueues an action, and returns when it has been reduced and delivered on the store's queue.
  ///
  /// On the main thread, what waits for the main queue is delivered, too, inside a delivery at its
  /// end. A thread that must not wait only enqueues the action.
  func send(
    _ action: any Action, to address: Address? = nil, of identity: Slice? = nil,
    from site: CallSite
  ) {
    let current = CallContext.current
    guard mayWait(in: current) else {
      return dispatch(action, to: address, of: identity, from: site)
    }
    let isOnMain = MainQueue.isCurrent
    let start = isOnMain ? Platform.uptimeNanoseconds : 0
    if isOnMain { mainInbox.hold(letsHopsBe: MainDeliveries.areUnderWay) }
    let depth = depth(after: current, of: action, site)
    let sequence: UInt64
    let wait: (processed: UInt64?, isReported: Bool)
    if mayDrainHere(onMain: isOnMain), mailbox.claim(withAction: true) {
      sequence = turn.processed + 1
      let isRouted = address != nil || identity != nil
      let action = isRouted ? RoutedAction(action, to: address, of: identity) : action
      let message = Message(action: action, site: site, depth: depth, parent: 0, isRouted: isRouted)
      wait = (drainHere(message), false)
    } else {
      let needsDrain: Bool
      (sequence, needsDrain) = append(
        action, site, depth: depth, parent: 0, to: address, of: identity)
      wait = reach(sequence, needsDrain: needsDrain, from: site)
    }
    guard isOnMain else { return }
    if MainDeliveries.areUnderWay {
      MainDeliveries.add(self)
    } else {
      deliver(after: sequence, processed: wait.processed, from: site)
    }
    // Even if it waited for itself: this thread ran the reducers, or views took this long.
    if !wait.isReported, Platform.uptimeNanoseconds - start >= waitLimits.report {
      Misuse.longWaitOnMain(site).warn(in: self)
    }
  }

  /// Keeps the queue of an idle store from running until `endClaim`, and returns whether it does:
  /// not on the main thread, which an observer can wait for.
  func claim() -> Bool {
    !sharesQueue && !MainQueue.isCurrent && !CallContext.currentBlocksAnyEngine && mailbox.claim()
  }

  /// Delivers the first value of a subscription in place of the drain, and ends a claim.
  func endClaim(delivering subscriber: SliceSubscriber) {
    context.pointee.action = 0
    context.pointee.depth = 0
    CallContext.enter(context)
    subscriber.deliverFirst(from: root)
    CallContext.leave(context)
    if mailbox.endClaim(after: turn.processed) { scheduleDrain() }
  }

  /// Whether the caller can drain an idle store in place of its queue.
  ///
  /// Not if user code runs on the queue, which can wait for a serial queue that the caller keeps.
  /// And on Apple's systems only on the main thread, which has the highest priority: a thread that
  /// waits for the queue lends that its own, but not to a thread that takes the queue's place.
  private func mayDrainHere(onMain isOnMain: Bool) -> Bool {
    !sharesQueue && userCode.isZero && (isOnMain || !Platform.queuesHavePriority)
  }

  /// Processes an action of a claim, and what is pending after it, and ends the claim.
  ///
  /// Returns the number of the last processed action.
  private func drainHere(_ message: consuming Message) -> UInt64 {
    CallContext.enter(context)
    admit(message)
    turn.processed += 1
    unlockState()
    CallContext.leave(context)
    let processed = turn.processed
    guard mailbox.endClaim(after: processed) else { return processed }
    drain(through: processed)
    return mailbox.processed
  }

  /// Whether the caller can wait for this store.
  private func mayWait(in current: UnsafeMutablePointer<CallContext>?) -> Bool {
    let isInContext = current != nil
    if isInContext, CallContext.currentBlocksAnyEngine { return false }
    guard PassedQueue.isCurrent else { return true }
    return !isInContext && (isOnTargetQueue || targetQueue == nil)
  }

  /// Whether the caller runs on the queue that the store's targets.
  private var isOnTargetQueue: Bool { sharesQueue && isOnQueue }

  /// Returns when an action and those that follow from it have been processed, or after a limit.
  ///
  /// - Returns: The number of the last processed action, unless the limit has been reached, and
  ///   whether a long wait has been reported.
  private func reach(
    _ sequence: UInt64, needsDrain: Bool, from site: CallSite
  ) -> (processed: UInt64?, isReported: Bool) {
    if isOnTargetQueue {
      if drainHere(through: sequence) { return (mailbox.processed, false) }
      Misuse.longWait(site).warn(in: self)
      return (nil, true)
    }
    if needsDrain, !sharesQueue, userCode.isZero || Platform.isOnGlobalQueue {
      queue.sync { _ = drain(through: sequence) }
      return (mailbox.processed, false)
    }
    // User code of the queue then runs where it always does: it can wait for a serial queue that
    // the caller keeps, such as the main queue.
    // On Apple's systems, waiting for a work item lends it, and what is before it, the priority of
    // the thread. A semaphore doesn't know whom it waits for.
    let isReached: (DispatchTime) -> DispatchTimeoutResult
    if needsDrain, !sharesQueue {
      // When it has ended, the store is idle.
      let item = DispatchWorkItem { [self] in drain(through: sequence) }
      queue.async(execute: item)
      isReached = item.wait(timeout:)
    } else {
      if needsDrain { scheduleDrain() }
      let signal = DispatchSemaphore(value: 0)
      afterDrain(sequence) { signal.signal() }
      isReached = { [queue] limit in
        let item = DispatchWorkItem {}
        queue.async(execute: item)
        _ = item.wait(timeout: limit)
        return signal.wait(timeout: limit)
      }
    }
    let wait = wait(for: isReached, from: site)
    return (wait.hasEnded ? mailbox.processed : nil, wait.isReported)
  }

  /// Drains the mailbox on this thread, which belongs to the queue that the store's targets.
  ///
  /// If that is concurrent, this thread takes over from one that is draining: the queue can have no
  /// thread left for the next turn. Returns `false` if the other drain is stuck.
  private func drainHere(through sequence: UInt64) -> Bool {
    let isFree = DispatchSemaphore(value: 0)
    while true {
      scheduler?.begin()
      if drain(through: sequence, signaling: isFree) { return true }
      let limit = DispatchTime.now() + .nanoseconds(Int(waitLimits.report + waitLimits.standstill))
      if isFree.wait(timeout: limit) == .timedOut { return false }
    }
  }

  /// Calls `call` when a drain has processed an action and those that follow from it.
  private func afterDrain(_ sequence: UInt64, _ call: @escaping @Sendable () -> Void) {
    post(
      .run { [self] in
        let last = mailbox.last
        let isLast = last == turn.processed || last - sequence > UInt64(Engine.sendAllowance)
        isLast ? call() : afterDrain(sequence, call)
      })
  }

  /// Waits for the store's queue, as long as there is hope, and returns whether the wait has ended
  /// by itself and whether it has been reported.
  private func wait(
    for isReached: (DispatchTime) -> DispatchTimeoutResult, from site: CallSite
  ) -> (hasEnded: Bool, isReported: Bool) {
    func succeeds(within time: UInt64) -> Bool {
      isReached(.now() + .nanoseconds(Int(time))) == .success
    }
    let isOnMain = MainQueue.isCurrent
    let mayBlockQueue = mayBeBlocked(byMain: isOnMain)
    let isImpatient = mayBlockQueue && wasBlocked.load(ordering: .relaxed)
    let time = isImpatient ? waitLimits.short : waitLimits.report
    if succeeds(within: time) {
      if isImpatient { wasBlocked.store(false, ordering: .relaxed) }
      return (true, false)
    }
    if mayBlockQueue, !mailbox.isRunning {
      // Most likely, the caller runs on a target of the queue that was passed, and will send again.
      wasBlocked.store(true, ordering: .relaxed)
      Misuse.blockedQueue(site).warn(in: self)
      return (false, true)
    }
    if succeeds(within: waitLimits.report - time) { return (true, false) }
    // What the main queue waits for is reported there.
    let isReported = isOnMain || !targetsMain.load(ordering: .relaxed)
    let report = isOnMain ? Misuse.longWaitOnMain(site) : .longWait(site)
    if isReported { report.warn(in: self) }
    var processed = mailbox.processed
    while !succeeds(within: waitLimits.standstill) {
      let last = mailbox.processed
      if last == processed {
        if !isReported { report.warn(in: self) }
        return (false, true)
      }
      processed = last
    }
    return (true, isReported)
  }

  /// Processes what is pending if the store needs the queue that the caller will block, and returns
  /// `false` if nothing more is processed until the caller returns.
  func drainBeforeWaiting() -> Bool {
    if CallContext.current(in: self) != nil { return false }
    guard isOnTargetQueue else { return true }
    scheduler?.begin()
    drain(through: mailbox.last)
    return true
  }

  // MARK: The main queue

  /// Delivers on the main thread until what views and observers dispatch then is delivered, too.
  ///
  /// `processed` is the number of the last processed action, if the store can be waited for.
  private func deliver(after sequence: UInt64, processed: UInt64?, from site: CallSite) {
    guard MainDeliveries.run(self) else { return }
    var processed = processed
    while let done = processed {
      let last = mailbox.last
      if last == done || last - sequence > UInt64(Engine.sendAllowance) { return }
      mainInbox.hold(letsHopsBe: false)
      processed = reach(last, needsDrain: false, from: site).processed
      MainDeliveries.run(self)
    }
  }
}

/// How long a synchronous dispatch waits, in nanoseconds.
struct WaitLimits {
  /// The time after which a wait is reported.
  var report: UInt64 = 2_000_000_000
  /// The time in which the queue that was passed has to be free after a call in vain.
  var short: UInt64 = 500_000_000
  /// The time without progress, after the report, that ends a wait: the other side can be waiting.
  var standstill: UInt64 = 6_000_000_000
}
