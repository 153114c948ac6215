// SPDX-License-Identifier: MIT

extension Engine {
  // MARK: Reading

  /// Returns the slice of `node`, which is a `Value`, as it is after the last action that was reduced.
  func value<Value>(of node: Node, as: Value.Type) -> Value {
    if let activity = holdingActivity {
      Misuse.stateInReducer("`state` was read", activity.pointee.site).trap()
    }
    guard case .stored(let offset) = node.source else { return computedValue(of: node) }
    access.lock()
    defer { access.unlock() }
    return (root + offset).assumingMemoryBound(to: Value.self).pointee
  }

  /// Apart from `value`, and never made part of it: it needs room on the stack for the value and one more,
  /// which a large state must not take up.
  @inline(never)
  private func computedValue<Value>(of node: Node) -> Value {
    access.lock()
    defer { access.unlock() }
    var result: Value?
    holdingState(for: site) {
      node.read(from: root) { result = $0.assumingMemoryBound(to: Value.self).pointee }
    }
    return result.unsafelyUnwrapped  // A projection calls its body exactly once.
  }

  /// Returns a copy of the slice and the version of the state that it is from, unless that is `seen`.
  func read(_ node: Node, unlessAt seen: UInt64?, site: CallSite) -> (ValueBox, UInt64)? {
    access.lock()
    defer { access.unlock() }
    guard seen != version else { return nil }
    var result: ValueBox?
    holdingState(for: site) {
      node.read(from: root) { result = ValueBox(node.type, copying: $0) }
    }
    return result.map { ($0, version) }
  }

  /// Calls `body` with the slice where it lies, and returns the version of the state, unless that is
  /// `seen`. Until `body` returns no action is reduced; it may read and subscribe.
  func readInPlace(
    _ node: Node,
    unlessAt seen: UInt64?,
    site: CallSite,
    _ body: (UnsafeRawPointer) -> Void
  ) -> UInt64? {
    access.lock()
    let version = version
    if seen == version {
      access.unlock()
      return nil
    }
    access.addPin()
    access.unlock()
    during(site) { node.read(from: root, body) }
    access.removePin()
    return version
  }

  /// Reads what `find` finds in the state.
  func read<Result>(
    site: CallSite,
    _ find: @escaping Node.Projection,
    _ body: (UnsafeRawPointer) -> Result
  ) -> Result {
    refuseInReducer("`state` was read")
    access.lock()
    defer { access.unlock() }
    var result: Result?
    holdingState(for: site) { find(root) { result = body($0) } }
    return result.unsafelyUnwrapped  // `find` calls its body exactly once.
  }

  /// What the current thread is doing if that means that it must not wait for the state.
  private var holdingActivity: UnsafeMutablePointer<Activity>? {
    var next = Activity.current(in: self)
    while let activity = next, !activity.pointee.holdsState {
      next = activity.pointee.next(in: self)
    }
    return next
  }

  /// Runs code of the user's that belongs under the lock: getters, and `==`.
  private func holdingState(for site: CallSite, _ body: () -> Void) {
    during(site, holdsState: true, body)
  }

  /// Runs code of the user's for a subscription that was made at `site`, and remembers that this thread
  /// is doing so.
  func during(_ site: CallSite, holdsState: Bool = false, _ body: () -> Void) {
    var activity = Activity(in: self, holdsState: holdsState, site: site)
    withUnsafeMutablePointer(to: &activity) { activity in
      Activity.begin(activity)
      body()
      Activity.end(activity)
    }
  }

  // MARK: Using nodes

  /// Counts a scope in as a user of a node that somebody else uses already.
  func retain(_ node: Node) {
    registry.retain(node)
    keep(node)
  }

  /// Holds what has to be held for a user of `node`.
  func keep(_ node: Node) {
    guard !node.support.isEmpty else { return }
    refuseInReducer("A scope was made")
    access.lock()
    holdingState(for: site) { node.support.forEach(keepHeld) }
    access.unlock()
  }

  /// The same, if there is a value at the moment. Returns whether there is.
  func keepIfPresent(_ node: Node, for site: CallSite) -> Bool {
    refuseInReducer("A scope was made")
    access.lock()
    defer { access.unlock() }
    var isPresent = false
    holdingState(for: site) {
      if let all = node.parent, let elements = all.elements {
        all.read(from: root) { elements.locate(node, in: $0) }
      }
      isPresent = node.isPresent(in: root)
      if isPresent { node.support.forEach(keepHeld) }
    }
    return isPresent
  }

  private func refuseInReducer(_ what: String) {
    if let activity = holdingActivity {
      Misuse.stateInReducer(what, activity.pointee.site).trap()
    }
  }

  /// Gives up a scope's use of its node, from any thread, those that hold a state included.
  func release(_ node: Node) {
    if Activity.currentHoldsAnyState {
      if mailbox.post(.release(node)) { scheduleDrain() }
      return
    }
    if !node.support.isEmpty {
      access.lock()
      var held: [ValueBox] = []
      for node in node.support { unkeepHeld(node, &held) }
      access.unlock()
      // Only here: what the nodes held may take objects of the user's with it.
      withExtendedLifetime(held) {}
    }
    registry.release(node)
  }

  /// With the state locked.
  private func keepHeld(_ node: Node) {
    if node.keepers == 0 { node.anchors.forEach(keepHeld) }
    if node.keep(root: root) { watch(node) }
  }

  /// With the state locked.
  private func unkeepHeld(_ node: Node, _ held: inout [ValueBox]) {
    let (isLast, box) = node.unkeep()
    if let box { held.append(box) }
    guard isLast else { return }
    watch(node)
    for anchor in node.anchors { unkeepHeld(anchor, &held) }
  }

  // MARK: Subscribing

  /// Gives a lane its place among the others, and its first value.
  func add(_ lane: AnyLane, site: CallSite) {
    if holdingActivity != nil { Misuse.subscribeInReducer(site).trap() }
    registry.retain(lane.node)
    access.lock()
    lastLane += 1
    holdingState(for: site) {
      lane.node.support.forEach(keepHeld)
      lane.enter(self, id: lastLane, root: root)
      if lane.role == .listener {
        listeners.append(lane)
      } else {
        lane.node.add(lane, root: root)
        watch(lane.node)
      }
    }
    access.unlock()
  }

  /// Takes a lane out, at once or, where this thread holds the state, as soon as it does not.
  func remove(_ lane: AnyLane) {
    // Also while it holds another store's state: two threads that end subscriptions of each other's
    // stores would wait for each other.
    if Activity.currentHoldsAnyState {
      if mailbox.post(.remove(lane)) { scheduleDrain() }
      return
    }
    access.lock()
    var held: [ValueBox] = []
    if lane.role == .listener {
      _ = listeners.remove(id: lane.id)
    } else {
      if let box = lane.node.remove(lane) { held.append(box) }
      watch(lane.node)
    }
    for node in lane.node.support { unkeepHeld(node, &held) }
    access.unlock()
    registry.release(lane.node)
    // Only here: what the node held may take objects of the user's with it.
    withExtendedLifetime(held) {}
  }

  /// Has `node` looked at when it may have changed, if it is watched, and else not any more.
  private func watch(_ node: Node) {
    if !node.anchors.isEmpty {
      node.setDependent(node.isWatched)
    } else if node.isWatched {
      watches.add(node)
    } else {
      watches.remove(node)
    }
  }

  /// Has the lane deliver what waits for the store's own queue, on that queue.
  func flush(_ lane: AnyLane) {
    if mailbox.post(.flush(lane)) { scheduleDrain() }
  }

  /// All live subscriptions, in the order in which they were made.
  func allLanes() -> [AnyLane] {
    if let activity = holdingActivity {
      Misuse.stateInReducer("`connections` was read", activity.pointee.site).trap()
    }
    access.lock()
    let lanes = collectLanes()
    access.unlock()
    return lanes
  }

  /// The same with the state locked, or when nobody else is left.
  func collectLanes() -> [AnyLane] {
    var lanes: [(id: UInt64, lane: AnyLane)] = []
    func collect(_ node: Node) {
      node.lanes.forEach { lanes.append(($0.id, $0)) }
      for dependent in node.dependents where dependent.anchor == 0 { collect(dependent.node) }
    }
    for watch in watches.all { collect(watch.node) }
    listeners.forEach { lanes.append(($0.id, $0)) }
    return lanes.sorted { $0.id < $1.id }.map(\.lane)
  }
}
