// SPDX-License-Identifier: MIT

extension Engine {
  /// Calls `call`, which is no user code, when all actions so far have been reduced and delivered.
  ///
  /// With effects, those of these actions must end, too, and so on for the actions that they send.
  func whenSettled(
    _ includesEffects: Bool = false, _ call: @escaping @Sendable () -> Void
  ) {
    guard includesEffects else { return post(.settle(call)) }
    post(
      .run { [self] in
        // All effects that start from here on count. An effect that started earlier has sent
        // nothing that the second barrier isn't behind.
        let group = WaitGroup { self.post(.settle(call)) }
        turn.waitGroups.append(group)
        effects.join(group)
        post(
          .run { [self] in
            turn.waitGroups.removeAll { $0 === group }
            group.leave()
          })
      })
  }

  /// Dispatches an action, and calls `call` when its consequences have ended and are delivered.
  ///
  /// - Returns: The group that waits, with which the effects of the action can be canceled.
  func dispatch(
    _ action: any Action, to address: Address?, of identity: Slice?, from site: CallSite,
    whenEnded call: @escaping @Sendable () -> Void
  ) -> WaitGroup {
    let group = WaitGroup { self.post(.settle(call)) }
    let parent = CallContext.current.map { $0.pointee.isIn(self) ? $0.pointee.action : 0 } ?? 0
    dispatch(action, to: address, of: identity, from: site, parent: parent, groups: [group])
    group.leave()
    return group
  }

  /// Passes the barriers that are due.
  ///
  /// Takes and returns the number of the action after which the next one is due.
  func passBarriers(_ next: UInt64?) -> UInt64? {
    guard let next, next <= turn.processed else { return next }
    let barriers = mailbox.takeBarriers(upTo: turn.processed)
    barriers.work.forEach(perform)
    return barriers.next
  }

  /// Calls `call` when the pending deliveries have ended.
  ///
  /// O(number of pending deliveries).
  func settle(_ call: @escaping @Sendable () -> Void) {
    turn.ending.removeAll { !$0.isPending }
    stateLock.acquireForDrain()
    let slices = changes.pendingSlices { subscribers(of: $0).contains(where: \.isPending) }
    let pending = turn.ending + slices.flatMap(subscribers)
    stateLock.release()
    let group = WaitGroup(call)
    for subscriber in pending {
      group.enter()
      if !subscriber.whenDelivered({ group.leave() }) { group.leave() }
    }
    group.leave()
  }

  private func subscribers(of slice: Slice) -> [SliceSubscriber] {
    var subscribers: [SliceSubscriber] = []
    for list in [slice.watch.subscribers, slice.watch.looseSubscribers, listeners] {
      list.forEach { if $0.slice === slice { subscribers.append($0) } }
    }
    return subscribers
  }
}

/// Calls a closure when each call of `enter` has its call of `leave`.
package final class WaitGroup: Sendable {
  private let state = Locked((open: 1, isCanceled: false))
  private let finish: @Sendable () -> Void

  /// Creates a group that its creator has entered.
  init(_ finish: @escaping @Sendable () -> Void) {
    self.finish = finish
  }

  /// A Boolean value indicating whether the waiting caller has given up.
  var isCanceled: Bool { state.withLock { $0.isCanceled } }

  func cancel() {
    state.withLock { $0.isCanceled = true }
  }

  func enter() {
    state.withLock { $0.open += 1 }
  }

  func leave() {
    let isLast = state.withLock { state in
      state.open -= 1
      return state.open == 0
    }
    if isLast { finish() }
  }
}
