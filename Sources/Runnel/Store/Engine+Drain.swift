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
      reduceBatch(&budget, fence: doFences(delivery.fence))
      Activity.end(activity)
      // After this says that nothing is left, the next drain may begin at any moment.
      guard mailbox.goOn(after: handled) else { return }
    } while budget > 0
    scheduleDrain()
  }

  private func perform(_ chore: Mailbox.Chore) {
    switch chore {
    case .flush(let lane): lane.flush()
    case .remove(let lane): lane.leave(self)
    case .release(let node): release(node)
    }
  }

  private func reduceBatch(_ budget: inout Int, fence: UInt64?) {
    guard position < batch.count else { return }
    if middleware.isEmpty {
      reduceDirectly(&budget, fence)
    } else {
      reduceThroughMiddleware(&budget, fence)
    }
    guard position == batch.count else { return }
    position = 0
    // With nothing locked: actions hold values, and values call `deinit`s.
    batch.removeAll(keepingCapacity: batch.count <= 4 * Engine.turnLength)
  }

  private func reduceDirectly(_ budget: inout Int, _ fence: UInt64?) {
    var fence = fence
    lockForDrain()
    while true {
      reduceNext()
      budget -= 1
      let goesOn = position < batch.count && budget > 0
      if recipients.isEmpty, leftovers.isEmpty, fence != handled, hooks == nil {
        if goesOn { access.stepAside() } else { unlockForDrain() }
      } else {
        unlockForDrain()
        announce(batch[position - 1].action, parent: batch[position - 1].parent)
        if fence == handled { fence = doFences(fence) }
        if goesOn { lockForDrain() }
      }
      if !goesOn { return }
    }
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
      // By its fields: an entry is copied whenever it is passed on.
      activity.pointee.action = handled + 1
      activity.pointee.depth = batch[position].depth
      activity.pointee.site = batch[position].site
      handled += 1
      reduce(batch[position].action, parent: batch[position].parent)
      position += 1
    }
  }

  @inline(__always)
  private func reduce(_ action: any Action, parent: UInt64) {
    if let began = hooks?.reduceBegan { began(record(action, parent)) }
    let change = table.reduce(root, action)
    version += 1
    if let ended = hooks?.reduceEnded { ended(record(action, parent)) }
    collectRecipients(of: change)
  }

  /// Reduces and announces an action that has come through the middleware. Called with nothing locked.
  func reduceAlone(_ action: any Action, _ entry: Mailbox.Entry) {
    isBusy = true
    lockForDrain()
    reduce(action, parent: entry.parent)
    unlockForDrain()
    announce(action, parent: entry.parent)
    isBusy = false
  }

  // MARK: Finding out who has to be told

  @inline(__always)
  private func collectRecipients(of change: ReducerTable.Change) {
    sources = 0
    if !listeners.isEmpty {
      listeners.forEach {
        recipients.append(Recipient(id: $0.id, lane: $0))
        if !$0.node.isStored { leftovers.append($0.node) }
      }
      sources += 1
    }
    collect(change)
    if table.hasMore { table.more.forEach(collect) }
    if !deferred.isEmpty { evaluateDeferred() }
    // The lanes of each source stand in order already.
    if sources > 1 { recipients.sort { $0.id < $1.id } }
  }

  @inline(__always)
  private func collect(_ change: ReducerTable.Change) {
    watches.forEach(in: change.footprint, change.trail) { watch in
      if let held = watch.heldBytes {
        let bytes = watch.footprint
        if isIdentical(held, root + bytes.lower, count: bytes.upper - bytes.lower) { return }
      }
      evaluate(watch.node, change)
      watch.heldBytes = watch.node.heldBytes
    }
  }

  /// Derived slices, each once all that it is derived from has been looked at.
  private func evaluateDeferred() {
    while !deferred.isEmpty {
      // What is derived from something derived comes later. From the end, where it is cheap to take.
      deferred.sort { $0.depth > $1.depth }
      let depth = deferred[deferred.count - 1].depth
      while let node = deferred.last, node.depth == depth {
        deferred.removeLast()
        due.append(node)
      }
      due.forEach { evaluate($0, .nothing) }
      due.removeAll(keepingCapacity: true)
    }
  }

  /// Looks at a slice, and at those that depend on it if it has changed.
  private func evaluate(_ node: Node, _ change: ReducerTable.Change) {
    if let elements = node.elements {
      guard let collection = node.parent else { return }
      let isNamed = collection.isStored && collection.footprint == change.footprint
      collection.read(from: root) { collection in
        elements.collect(from: collection, isNamed ? change.element?.pointee : nil) {
          evaluate($0, change)
        }
      }
      return
    }
    // An action may have touched a slice in several places.
    guard node.stamp != version else { return }
    node.stamp = version
    evaluations += 1
    let difference = node.refresh(from: root)
    if difference == .inValue, !node.lanes.isEmpty {
      node.lanes.forEach { recipients.append(Recipient(id: $0.id, lane: $0)) }
      sources += 1
    }
    if difference != .none {
      for dependent in node.dependents {
        if !dependent.node.isDerived {
          // A part may have changed that the `==` of the whole does not look at.
          evaluate(dependent.node, change)
        } else if difference == .inValue {
          deferred.append(dependent.node)
        }
      }
    }
    // What announcing puts aside has to be dropped as well.
    if node.hasLeftovers || (difference == .inValue && !node.isStored) { leftovers.append(node) }
  }

  /// Compares memory that may hold padding. One word is the common case, and not worth a call.
  @inline(__always)
  private func isIdentical(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool
  {
    count == 8
      ? left.loadUnaligned(as: UInt64.self) == right.loadUnaligned(as: UInt64.self)
      : memcmp(left, right, count) == 0
  }

  // MARK: Telling

  /// Tells everybody, in the order in which they subscribed. Called with nothing locked; nobody can
  /// change the state until this returns.
  private func announce(_ action: any Action, parent: UInt64) {
    if let inspected = hooks?.inspected { inspected(record(action, parent), root) }
    let announcement = Announcement(root: root, action: action, hasMore: position < batch.count)
    for recipient in recipients { recipient.lane.tell(announcement) }
    if let announced = hooks?.announced { announced(record(action, parent), recipients.count) }
    recipients.removeAll(keepingCapacity: true)
    leftovers.forEach { $0.dropLeftovers() }
    leftovers.removeAll(keepingCapacity: true)
  }

  private func record(_ action: any Action, _ parent: UInt64) -> ActionRecord {
    ActionRecord(
      sequence: activity.pointee.action,
      parent: parent,
      site: activity.pointee.site,
      action: action
    )
  }

  // MARK: Settling

  /// Calls `call` when all that has been dispatched by now has been reduced and announced, and
  /// whatever this sent to other queues has been delivered there.
  ///
  /// - Parameter blocksMain: Whoever waits keeps the main queue from delivering anything, so do not
  ///   wait for that.
  func whenSettled(blocksMain: Bool, _ call: @escaping @Sendable () -> Void) {
    post(.call(blocksMain: blocksMain, call))
  }

  /// Has something done between the actions that have been dispatched by now and all later ones.
  func post(_ work: Mailbox.Fence.Work) {
    if mailbox.post(work) { scheduleDrain() }
  }

  /// Does what is due by now, and returns after which action there is more to do.
  func doFences(_ next: UInt64?) -> UInt64? {
    guard let next, next <= handled else { return next }
    let fences = mailbox.takeFences(upTo: handled)
    for fence in fences.due {
      switch fence.work {
      case .call(let blocksMain, let call):
        self.call(call, blocksMain: blocksMain)
      case .change(let removed, let entries, let addition):
        let old = removed.map(table.remove)
        if !entries.isEmpty { table.add(entries, as: addition) }
        // Only here, with nothing locked: a reducer may hold objects of the user's.
        withExtendedLifetime(old) {}
      }
    }
    return fences.next
  }

  private func call(_ call: @escaping @Sendable () -> Void, blocksMain: Bool) {
    let countdown = Countdown(call)
    for lane in allLanes() {
      countdown.add()
      if !lane.fence(blocksMain: blocksMain, { countdown.remove() }) { countdown.remove() }
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
