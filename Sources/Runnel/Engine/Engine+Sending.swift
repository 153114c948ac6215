// SPDX-License-Identifier: MIT

import Dispatch

/// Work of the drain on the thread of a caller, which waits for it.
extension Engine {
  /// Enqueues an action, and returns when it has been reduced and delivered on the store's queue.
  ///
  /// On the main thread, what waits for the main queue has been delivered, too. A thread for which
  /// an engine may wait only enqueues the action.
  func send(
    _ action: any Action, for instance: InstancePath? = nil, of origin: Slice? = nil,
    from site: CallSite
  ) {
    if CallContext.currentBlocksAnyEngine {
      return dispatch(action, for: instance, of: origin, from: site)
    }
    let isOnMain = MainQueue.isCurrent
    if isOnMain { mainInbox.hold() }
    let current = CallContext.current
    let depth = current.map { self.depth(after: $0.pointee, of: action, site) } ?? 0
    let (sequence, needsDrain) = append(
      action, site, depth: depth, parent: 0, for: instance, of: origin)
    let isDrained = (needsDrain || isOnTargetQueue) && drainHere(through: sequence)
    if !isDrained { waitForDrain(isOnMain: isOnMain, site) }
    if isOnMain { deliverOnMain() }
  }

  /// Delivers the first value of a subscription on the store's queue.
  ///
  /// An idle store does so on this thread, which keeps the queue from running meanwhile.
  func deliverFirst(_ subscription: InlineSubscription) {
    guard !sharesQueue, !CallContext.currentBlocksAnyEngine, mailbox.claim() else {
      return leave(.deliver(subscription))
    }
    context.pointee.action = 0
    context.pointee.depth = 0
    CallContext.enter(context)
    subscription.deliverPending()
    CallContext.leave(context)
    if mailbox.endClaim(after: processed) { scheduleDrain() }
  }

  /// Drains the mailbox on this thread, which enters the store's queue unless it is there.
  ///
  /// - Returns: Whether the mailbox was drained here, and not left to another thread.
  private func drainHere(through sequence: UInt64) -> Bool {
    scheduler?.begin()
    if isOnTargetQueue { return drain(through: sequence) }
    var isDrained = false
    queue.sync { isDrained = drain(through: sequence) }
    return isDrained
  }

  /// Processes here what is pending, if the store needs the queue that the caller will block.
  ///
  /// - Returns: `false` if nothing more is processed until the caller returns.
  func drainBeforeWaiting() -> Bool {
    if CallContext.current(in: self) != nil { return false }
    guard isOnTargetQueue else { return true }
    scheduler?.begin()
    drain(through: mailbox.last)
    return true
  }

  /// A Boolean value indicating whether the caller runs on the queue that the store's targets.
  private var isOnTargetQueue: Bool { sharesQueue && isOnQueue }

  /// Waits until another thread has reduced all actions so far.
  private func waitForDrain(isOnMain: Bool, _ site: CallSite) {
    let isReached = DispatchSemaphore(value: 0)
    post(.run { isReached.signal() })
    if isOnMain, isReached.wait(timeout: .now() + Engine.longWait) == .success { return }
    if isOnMain { Misuse.longWait(site).warn(in: self) }
    isReached.wait()
  }

  // MARK: The main queue

  /// Delivers the values of a subscription on the main queue.
  func deliverLater(_ subscription: Subscription, isDelayed: Bool) {
    guard mainInbox.append(subscription, isDelayed: isDelayed) else { return }
    if isDelayed {
      DispatchQueue.main.asyncAfter(deadline: .now() + DeliveryThrottle.interval) { [self] in
        deliverOnMain()
      }
    } else {
      scheduleHop()
    }
  }

  private func scheduleHop() {
    DispatchQueue.main.async { [self] in deliverOnMain() }
  }

  /// Delivers the values that wait for the main queue.
  ///
  /// What comes in the meantime waits for the next hop, so that other work gets its turns there.
  private func deliverOnMain() {
    for _ in 0..<mainInbox.count { mainInbox.popFirst()?.deliver() }
    if mainInbox.finish() { scheduleHop() }
  }
}
