// SPDX-License-Identifier: MIT

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

extension Engine {
  /// Reduces and announces what has been dispatched, up to a limited number of actions, and then lets
  /// others have the queue.
  func drain() {
    var budget = Engine.turnLength
    repeat {
      activity.pointee.action = 0
      activity.pointee.depth = 0
      Activity.begin(activity)
      let delivery = position < batch.count ? mailbox.takeRest() : mailbox.take(into: &batch)
      delivery.chores.forEach(perform)
      reduceBatch(&budget, fence: callFences(delivery.fence))
      Activity.end(activity)
      // After this says that nothing is left, the next drain may begin at any moment.
      guard mailbox.goOn(after: reduced) else { return }
    } while budget > 0
    scheduleDrain()
  }

  private func perform(_ chore: Mailbox.Chore) {
    switch chore {
    case .flush(let lane): lane.flush()
    case .remove(let lane): lane.leave(self)
    case .release(let node): registry.release(node)
    }
  }

  private func reduceBatch(_ budget: inout Int, fence: UInt64?) {
    guard position < batch.count else { return }
    var fence = fence
    lockForDrain()
    while true {
      reduceNext()
      budget -= 1
      let goesOn = position < batch.count && budget > 0
      if recipients.isEmpty, leftovers.isEmpty, fence != reduced, hooks == nil {
        if goesOn { access.stepAside() } else { unlockForDrain() }
      } else {
        unlockForDrain()
        announce(batch[position - 1])
        if fence == reduced { fence = callFences(fence) }
        if goesOn { lockForDrain() }
      }
      if !goesOn { break }
    }
    guard position == batch.count else { return }
    position = 0
    // With nothing locked: actions hold values, and values call `deinit`s.
    batch.removeAll(keepingCapacity: batch.count <= 4 * Engine.turnLength)
  }

  private func lockForDrain() {
    access.lockForDrain()
    activity.pointee.holdsState = true
  }

  private func unlockForDrain() {
    activity.pointee.holdsState = false
    access.unlock()
  }

  /// Reduces one action, and finds out who has to be told. Called with the state locked.
  @inline(__always)
  private func reduceNext() {
    batch.withUnsafeBufferPointer { batch in
      let next = reduced + 1
      activity.pointee.action = next
      activity.pointee.depth = batch[position].depth
      activity.pointee.site = batch[position].site
      if let began = hooks?.reduceBegan { began(record(batch[position], next)) }
      let footprint = reduce(root, batch[position].action)
      reduced = next
      collectRecipients(of: footprint)
      if let ended = hooks?.reduceEnded { ended(record(batch[position], next)) }
      position += 1
    }
  }

  @inline(__always)
  private func collectRecipients(of footprint: Footprint) {
    var sources = 0
    if !listeners.isEmpty {
      listeners.forEach {
        recipients.append(Recipient(id: $0.id, lane: $0))
        if !$0.node.isStored { leftovers.append($0.node) }
      }
      sources += 1
    }
    watches.withUnsafeMutableBufferPointer { watches in
      for index in watches.indices where watches[index].footprint.overlaps(footprint) {
        if let held = watches[index].heldBytes {
          let bytes = watches[index].footprint
          if isIdentical(held, root + bytes.lower, count: bytes.upper - bytes.lower) { continue }
        }
        evaluations += 1
        if collectRecipients(of: watches[index].node) { sources += 1 }
        watches[index].heldBytes = watches[index].node.heldBytes
      }
    }
    // The lanes of each source stand in order already.
    if sources > 1 { recipients.sort { $0.id < $1.id } }
  }

  /// Returns whether there is anybody to be told of the slice.
  private func collectRecipients(of node: Node) -> Bool {
    let isChanged = node.refresh(from: root)
    if isChanged { node.lanes.forEach { recipients.append(Recipient(id: $0.id, lane: $0)) } }
    // What announcing puts aside has to be dropped as well.
    if node.hasLeftovers || (isChanged && !node.isStored) { leftovers.append(node) }
    return isChanged
  }

  /// Compares memory that may hold padding. One word is the common case, and not worth a call.
  @inline(__always)
  private func isIdentical(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool
  {
    count == 8
      ? left.loadUnaligned(as: UInt64.self) == right.loadUnaligned(as: UInt64.self)
      : memcmp(left, right, count) == 0
  }

  /// Tells everybody, in the order in which they subscribed. Called with nothing locked; nobody can
  /// change the state until this returns.
  private func announce(_ entry: Mailbox.Entry) {
    let announcement = Announcement(
      root: root, action: entry.action, hasMore: position < batch.count)
    for recipient in recipients { recipient.lane.tell(announcement) }
    if let announced = hooks?.announced { announced(record(entry, reduced), recipients.count) }
    recipients.removeAll(keepingCapacity: true)
    leftovers.forEach { $0.dropLeftovers() }
    leftovers.removeAll(keepingCapacity: true)
  }

  private func record(_ entry: Mailbox.Entry, _ sequence: UInt64) -> ActionRecord {
    ActionRecord(
      sequence: sequence,
      parent: entry.parent,
      site: entry.site,
      action: entry.action
    )
  }

  // MARK: Settling

  /// Calls `call` when all that has been dispatched by now has been reduced and announced, and
  /// whatever this sent to other queues has been delivered there.
  ///
  /// - Parameter blocksMain: Whoever waits keeps the main queue from delivering anything, so do not
  ///   wait for that.
  func whenSettled(blocksMain: Bool, _ call: @escaping @Sendable () -> Void) {
    if mailbox.postFence(blocksMain: blocksMain, call) { scheduleDrain() }
  }

  /// Calls the fences that have been reached, and returns where the next one stands.
  private func callFences(_ next: UInt64?) -> UInt64? {
    guard let next, next <= reduced else { return next }
    let fences = mailbox.takeFences(upTo: reduced)
    for fence in fences.due { call(fence) }
    return fences.next
  }

  private func call(_ fence: Mailbox.Fence) {
    let countdown = Countdown(fence.call)
    for lane in allLanes() {
      countdown.add()
      if !lane.fence(blocksMain: fence.blocksMain, { countdown.remove() }) { countdown.remove() }
    }
    countdown.remove()
  }
}

/// Calls a closure once as much has been removed as was added, and one more.
private final class Countdown: Sendable {
  private let open = Locked(1)
  private let finish: @Sendable () -> Void

  init(_ finish: @escaping @Sendable () -> Void) {
    self.finish = finish
  }

  func add() {
    open.withLock { $0 += 1 }
  }

  func remove() {
    let isLast = open.withLock { open in
      open -= 1
      return open == 0
    }
    if isLast { finish() }
  }
}
