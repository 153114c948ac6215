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
    var pace = drainOnly.pointee.pace
    drainOnly.pointee.pace = Pace()
    // After the mailbox says that nothing is left, the next drain may begin at any moment.
    while let delivery = mailbox.take(after: handled, into: &drainOnly.pointee.batch) {
      let first = handled
      drainOnly.pointee.hasDispatched = false
      activity.pointee.action = 0
      activity.pointee.depth = 0
      Activity.begin(activity)
      delivery.chores.forEach(perform)
      reduceBatch(&budget, fence: doFences(delivery.fence))
      Activity.end(activity)
      if budget <= 0 {
        drainOnly.pointee.pace = pace
        return scheduleNextDrain()
      }
      if drainOnly.pointee.hasDispatched { continue }
      let pause = pace.pause(after: Int(handled - first), inTurn: Engine.turnLength - budget)
      if let pause { Pace.letOthersRun(forNanoseconds: pause) }
    }
    drainEnded()
  }

  private func perform(_ chore: Mailbox.Chore) {
    switch chore {
    case .flush(let lane): lane.flush()
    case .remove(let lane): lane.leave(self)
    case .release(let node): release(node)
    }
  }

  private func reduceBatch(_ budget: inout Int, fence: UInt64?) {
    var fence = fence
    while budget > 0, let block = batch.first {
      if middleware.isEmpty {
        reduceDirectly(block.entries, block.count, &budget, &fence)
      } else {
        reduceThroughMiddleware(block.entries, block.count, &budget, &fence)
      }
      if position == block.count { batch.dropFirst() }
    }
  }

  private func reduceDirectly(
    _ entries: UnsafeMutablePointer<Mailbox.Entry>,
    _ count: Int,
    _ budget: inout Int,
    _ fence: inout UInt64?
  ) {
    lockForDrain()
    while true {
      let isSent = entries[position].isSent
      if isSent {
        unlockForDrain()
        reduceSent(entries[position])
      } else {
        reduceNext(entries[position])
      }
      budget -= 1
      let goesOn = position < count && budget > 0
      if isSent {
        if fence == handled { fence = doFences(fence) }
        if goesOn { lockForDrain() }
      } else if told.isEmpty, leftovers.isEmpty, fence != handled, !isHooked,
        returned.pointee.isEmpty, drainOnly.pointee.homeless.isEmpty
      {
        if goesOn { access.stepAside() } else { unlockForDrain() }
      } else {
        unlockForDrain()
        announce(entries[position - 1].action, parent: entries[position - 1].parent)
        if fence == handled { fence = doFences(fence) }
        if goesOn { lockForDrain() }
      }
      if !goesOn { return }
    }
  }

  /// Deals with an action that an effect sent, unless the effect has been cancelled. Called with nothing
  /// locked.
  private func reduceSent(_ entry: borrowing Mailbox.Entry) {
    begin(entry)
    let parent = entry.parent
    dealWith(entry.sent) { reduceAlone($0, parent: parent) }
    handled += 1
  }

  /// Takes note of which action is being handled.
  func begin(_ entry: borrowing Mailbox.Entry) {
    activity.pointee.action = handled + 1
    activity.pointee.depth = entry.depth
    activity.pointee.site = entry.site
    position += 1
  }

  /// Has an action of an effect dealt with by `body`, if it is still wanted.
  func dealWith(_ sent: SentAction?, _ body: (any Action) -> Void) {
    guard let sent else { return }
    let (isWanted, groups) = effects.isWanted(sent.context)
    if isWanted {
      let outer = drainOnly.pointee.groups
      drainOnly.pointee.groups += groups
      body(sent.action)
      drainOnly.pointee.groups = outer
    }
    effects.dealtWith(sent.context)
  }

  func lockForDrain() {
    access.lockForDrain()
    activity.pointee.holdsState = true
  }

  func unlockForDrain() {
    activity.pointee.holdsState = false
    access.unlock()
  }

  /// Reduces one action, and finds out who has to be told. Called with the state locked.
  @inline(__always)
  private func reduceNext(_ entry: borrowing Mailbox.Entry) {
    begin(entry)
    handled += 1
    reduce(entry.action, parent: entry.parent)
  }

  @inline(__always)
  private func reduce(_ action: any Action, parent: UInt64) {
    if isHooked, let began = hooks?.reduceBegan { began(record(action, parent)) }
    let change = table.reduce(root, action, returned)
    if !returned.pointee.isEmpty || drainOnly.pointee.homes.count > 0 {
      findHomeless(after: change)
    }
    version += 1
    if isHooked, let ended = hooks?.reduceEnded { ended(record(action, parent)) }
    collectRecipients(of: change)
  }

  /// Reduces and announces an action that has come through the middleware. Called with nothing locked.
  func reduceAlone(_ action: any Action, parent: UInt64) {
    isBusy = true
    lockForDrain()
    reduce(action, parent: parent)
    unlockForDrain()
    announce(action, parent: parent)
    isBusy = false
  }

  // MARK: Finding out who has to be told

  @inline(__always)
  private func collectRecipients(of change: ReducerTable.Change) {
    if !listeners.isEmpty {
      listeners.forEach { if !$0.node.isStored { leftovers.append($0.node) } }
      told.append(listeners)
    }
    collect(change)
    if table.hasMore { table.more.forEach(collect) }
    if !deferred.isEmpty { evaluateDeferred() }
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
    let isTold = difference == .inValue && !node.lanes.isEmpty && node.lanes.needTelling
    if isTold { told.append(node.lanes) }
    if difference != .none, !node.dependents.isEmpty {
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
    if node.hasLeftovers || (isTold && !node.isStored) { leftovers.append(node) }
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
    if isHooked, let inspected = hooks?.inspected { inspected(record(action, parent), root) }
    if !told.isEmpty {
      withUnsafePointer(to: action) { tell(.init(root: root, action: $0, hasMore: batch.hasMore)) }
    }
    if isHooked, let announced = hooks?.announced {
      announced(record(action, parent), told.reduce(0) { $0 + $1.count })
    }
    if !told.isEmpty {
      // Whoever changes a list in place from now on does it behind us: he locks the state, too. That a list
      // is his own again he only knows from a count of references, which orders nothing that a checker sees.
      access.passThrough()
      // One by one: there is rarely more than one, and to remove all takes longer.
      while told.popLast() != nil {}
    }
    if !leftovers.isEmpty {
      leftovers.forEach { $0.dropLeftovers() }
      leftovers.removeAll(keepingCapacity: true)
    }
    if !drainOnly.pointee.homeless.isEmpty { cancelHomeless() }
    if !returned.pointee.isEmpty { startEffects() }
  }

  private func tell(_ announcement: Announcement) {
    if told.count == 1 { return told[0].tell(announcement) }
    // The lanes of each list stand in order already.
    var lanes: [AnyLane] = []
    for list in told { list.forEach { lanes.append($0) } }
    lanes.sort { $0.id < $1.id }
    for lane in lanes { lane.tell(announcement) }
  }

  /// Starts what the reducers returned, in order. Called with nothing locked.
  private func startEffects() {
    if drainOnly.pointee.isRetired { return returned.pointee.removeAll() }
    // Mostly there is one, and it can be taken out.
    if returned.pointee.count == 1, let effect = returned.pointee.popLast() { return start(effect) }
    var started = ContiguousArray<Effect>()
    swap(&started, &returned.pointee)
    for effect in started { start(effect) }
    started.removeAll(keepingCapacity: true)
    if returned.pointee.isEmpty { swap(&started, &returned.pointee) }
  }

  private func start(_ effect: Effect) {
    let groups = drainOnly.pointee.groups
    if case .send(let action) = effect.kind, effect.home == nil, effect.addition == 0,
      groups.isEmpty
    {
      // Nobody can cancel it, and nobody waits for it: nothing has to be remembered.
      dispatch(action, from: effect.site)
    } else {
      let root = effects.start(effect, from: activity.pointee.action, groups: groups, in: self)
      if root.home != nil { drainOnly.pointee.homes.add(root) }
    }
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
  ///
  /// - Parameter includesEffects: Whether the effects of these actions have to end as well.
  func whenSettled(
    _ includesEffects: Bool = false,
    blocksMain: Bool,
    _ call: @escaping @Sendable () -> Void
  ) {
    if includesEffects {
      whenEffectsSettled(blocksMain: blocksMain, call)
    } else {
      post(.call(blocksMain: blocksMain, call))
    }
  }

  /// Calls `call` when the effects of all that has been dispatched by now have ended, too, and whatever they
  /// dispatched has been dealt with likewise.
  private func whenEffectsSettled(blocksMain: Bool, _ call: @escaping @Sendable () -> Void) {
    // The engine is kept by whoever waits.
    post(
      .visit { [self] in
        // From here on all effects that begin are waited for, and before this none dispatched anything that
        // the second visit would not be behind.
        let group = WaitGroup { self.post(.call(blocksMain: blocksMain, call)) }
        drainOnly.pointee.groups.append(group)
        effects.join(group)
        post(
          .visit { [self] in
            drainOnly.pointee.groups.removeAll { $0 === group }
            group.leave()
          })
      })
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
      case .visit(let visit):
        visit()
      case .change(let removed, let entries, let addition):
        let old = removed.map(table.remove)
        if !entries.isEmpty { table.add(entries, as: addition) }
        if let removed { effects.cancelAll(of: removed) }
        // Only here, with nothing locked: a reducer may hold objects of the user's.
        withExtendedLifetime(old) {}
      }
    }
    return fences.next
  }

  private func call(_ call: @escaping @Sendable () -> Void, blocksMain: Bool) {
    let group = WaitGroup(call)
    for lane in allLanes() {
      group.enter()
      if !lane.fence(blocksMain: blocksMain, { group.leave() }) { group.leave() }
    }
    group.leave()
  }
}
