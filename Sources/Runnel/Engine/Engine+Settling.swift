// SPDX-License-Identifier: MIT

import Synchronization

extension Engine {
  /// Calls `call`, which is no user code, when all actions so far have been reduced and delivered,
  /// and with effects, when theirs and those of the actions that they send have ended.
  func whenSettled(
    _ includesEffects: Bool = false, _ call: @escaping @Sendable () -> Void
  ) {
    guard includesEffects else { return post(.settle(call)) }
    post(
      .run { [self] in
        // Effects that start from here on count. Earlier ones have sent what is before the barrier.
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
  /// Canceling the group that it returns cancels the effects of the action.
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

  /// Passes the barriers that are due, and takes and returns the number of the action after which
  /// the next one is.
  func passBarriers(_ next: UInt64?) -> UInt64? {
    guard let next, next <= turn.processed else { return next }
    let barriers = mailbox.takeBarriers(upTo: turn.processed)
    barriers.work.forEach(perform)
    return barriers.next
  }

  /// Calls `call` when the pending deliveries have ended, in O(number of pending deliveries), and
  /// of listeners if there was an action.
  func settle(_ call: @escaping @Sendable () -> Void) {
    turn.ending.removeAll { !$0.isPending }
    stateLock.acquireForDrain()
    let slices = changes.pendingSlices { $0.allSubscribers.contains(where: \.isPending) }
    var pending = turn.ending + slices.flatMap(\.allSubscribers)
    if changes.areListenersNotified {
      let listening = listeners.all.filter(\.isPending)
      changes.areListenersNotified = !listening.isEmpty
      pending += listening
    }
    stateLock.release()
    let group = WaitGroup(call)
    for subscriber in pending {
      group.enter()
      if !subscriber.whenDelivered({ group.leave() }) { group.leave() }
    }
    group.leave()
  }
}

/// Calls a closure when each call of `enter` has its call of `leave`.
package final class WaitGroup: Sendable {
  private let openCount = Atomic(1)
  private let isGivenUp = Atomic(false)
  private let finish: @Sendable () -> Void

  init(_ finish: @escaping @Sendable () -> Void) {
    self.finish = finish
  }

  /// Whether the waiting caller has given up.
  var isCanceled: Bool { isGivenUp.load(ordering: .acquiring) }

  func cancel() { isGivenUp.store(true, ordering: .releasing) }

  func enter() { openCount.add(1) }

  func leave() {
    let left = openCount.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
    if left == 0 { finish() }
  }
}
