// SPDX-License-Identifier: MIT

extension Engine {
  // MARK: Reading

  /// Returns the slice of `node`, which is a `Value`, as it is after the last action that was reduced.
  func value<Value>(of node: Node, as: Value.Type) -> Value {
    if let activity = holdingActivity {
      Misuse.stateInReducer("state", activity.pointee.site).trap()
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

  /// Returns a copy of the slice and the number of the last action in it, unless that is `seen`.
  func read(_ node: Node, unlessAt seen: UInt64?, site: CallSite) -> (ValueBox, UInt64)? {
    access.lock()
    defer { access.unlock() }
    guard seen != reduced else { return nil }
    var result: ValueBox?
    holdingState(for: site) {
      node.read(from: root) { result = ValueBox(node.type, copying: $0) }
    }
    return result.map { ($0, reduced) }
  }

  /// Calls `body` with the slice where it lies, and returns the number of the last action in it,
  /// unless that is `seen`. Until `body` returns no action is reduced; it may read and subscribe.
  func readInPlace(
    _ node: Node,
    unlessAt seen: UInt64?,
    site: CallSite,
    _ body: (UnsafeRawPointer) -> Void
  ) -> UInt64? {
    access.lock()
    let sequence = reduced
    if seen == sequence {
      access.unlock()
      return nil
    }
    access.addPin()
    access.unlock()
    during(site) { node.read(from: root, body) }
    access.removePin()
    return sequence
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

  // MARK: Subscribing

  /// Gives a lane its place among the others, and its first value.
  func add(_ lane: some AnyLane, site: CallSite) {
    if holdingActivity != nil { Misuse.subscribeInReducer(site).trap() }
    registry.retain(lane.node)
    access.lock()
    lastLane += 1
    holdingState(for: site) {
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
  func remove(_ lane: some AnyLane) {
    // Also while it holds another store's state: two threads that end subscriptions of each other's
    // stores would wait for each other.
    if Activity.currentHoldsAnyState {
      if mailbox.post(.remove(lane)) { scheduleDrain() }
      return
    }
    access.lock()
    var held: ValueBox?
    if lane.role == .listener {
      _ = listeners.remove(id: lane.id)
    } else {
      held = lane.node.remove(lane)
      watch(lane.node)
    }
    access.unlock()
    registry.release(lane.node)
    // Only here: what the node held may take objects of the user's with it.
    withExtendedLifetime(held) {}
  }

  /// Brings the list of watched slices up to date with what `node` needs.
  private func watch(_ node: Node) {
    let index = node.watchIndex
    if node.lanes.isEmpty {
      guard index >= 0 else { return }
      let last = watches.removeLast()
      node.watchIndex = -1
      guard last.node !== node else { return }
      watches[index] = last
      last.node.watchIndex = index
    } else if index >= 0 {
      watches[index].heldBytes = node.heldBytes
    } else {
      node.watchIndex = watches.count
      watches.append(
        Watch(node: node, footprint: node.footprint, heldBytes: node.heldBytes)
      )
    }
  }

  /// Has the lane deliver what waits for the store's own queue, on that queue.
  func flush(_ lane: some AnyLane) {
    if mailbox.post(.flush(lane)) { scheduleDrain() }
  }

  /// Gives up a scope's use of its node, from any thread, the one that holds the state included.
  func release(_ node: Node) {
    if holdingActivity != nil {
      if mailbox.post(.release(node)) { scheduleDrain() }
    } else {
      registry.release(node)
    }
  }

  /// All live subscriptions, in the order in which they were made.
  func allLanes() -> [any AnyLane] {
    if let activity = holdingActivity {
      Misuse.stateInReducer("connections", activity.pointee.site).trap()
    }
    access.lock()
    var lanes: [any AnyLane] = []
    for watch in watches { watch.node.lanes.forEach { lanes.append($0) } }
    listeners.forEach { lanes.append($0) }
    access.unlock()
    return lanes.sorted { $0.id < $1.id }
  }
}
