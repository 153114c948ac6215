// SPDX-License-Identifier: MIT

import Synchronization

/// The users of slices: they attach a slice to the tree, and have it retain its value.
extension Engine {
  // MARK: Scopes

  /// Prepares a slice for a scope: its inputs retain their values, and its own is remembered.
  ///
  /// With a site, it does so only if the slice exists, and returns whether it has.
  @discardableResult
  func prepare(_ slice: Slice, ifPresentFor site: CallSite? = nil) -> Bool {
    guard slice.last != nil || slice.depth > 0 else { return true }
    checkStateIsFree("A scope was created")
    return withStateLocked(for: site ?? self.site) { old in
      var isPrepared = site == nil
      if site != nil { locate(slice) }
      if slice.last != nil {
        slice.readIfPresent(from: root) {
          isPrepared = true
          old = slice.remember(copying: $0)
        }
      }
      if isPrepared { slice.forEachInput(hold) }
      return isPrepared
    }
  }

  /// Ends a scope, on any thread, without waiting for a reducer.
  func release(_ slice: Slice, isDrain: Bool = false) {
    func releaseLater() { post(.run { [self] in release(slice, isDrain: true) }) }
    // A slice retains closures: what they retain must not end inside a reducer.
    if !isDrain, CallContext.currentHoldsAnyState { return releaseLater() }
    if slice.depth > 0 {
      guard lockWithoutWaiting(isDrain: isDrain) else { return releaseLater() }
      releaseValues { values in slice.forEachInput { endHold(of: $0, &values) } }
    }
    slices.release(slice)
  }

  /// Uses a slice for a monitor, which reads it later: one that can disappear retains its value.
  func hold(_ slice: Slice, site: CallSite) {
    slices.retain(slice)
    prepare(slice)
    if slice.last == nil { return }
    withStateLocked(for: site) { _ in hold(slice) }
  }

  /// Ends that, on the drain.
  func endHold(of slice: Slice) {
    if slice.last != nil {
      stateLock.acquire()
      releaseValues { endHold(of: slice, &$0) }
    }
    release(slice)
  }

  /// Locks the state, unless the caller would wait for a reducer, as the drain doesn't.
  private func lockWithoutWaiting(isDrain: Bool) -> Bool {
    if !isDrain { return !CallContext.currentHoldsAnyState && stateLock.tryToAcquire() }
    stateLock.acquire()
    return true
  }

  /// Unlocks the state after `body`, and then releases values, which can retain user objects.
  private func releaseValues(_ body: (inout [ValueBox]) -> Void) {
    var values: [ValueBox] = []
    body(&values)
    stateLock.release()
    withExtendedLifetime(values) {}
  }

  // MARK: With the state locked

  private func hold(_ slice: Slice) {
    slice.watch.holders += 1
    attach(slice)
  }

  private func endHold(of slice: Slice, _ values: inout [ValueBox]) {
    slice.watch.holders -= 1
    detachIfUnused(slice, &values)
  }

  /// Attaches a slice to the tree, and retains its value if that is needed.
  func attach(_ slice: Slice) {
    slice.retainIfNeeded(from: root)
    let isNew = !slice.watch.isAttached
    slice.watch.isAttached = true
    if slice.isDerived {
      guard isNew else { return }
      for input in slice.inputs { input.watch.dependents.append(slice) }
      return slice.forEachInput(hold)
    }
    let holder = slice.holder
    if let table = holder.table {
      table.add(slice)
    } else {
      if holder.watch.index == nil { holder.watch.index = SliceIndex(size: holder.type.size) }
      holder.watch.index?.add(slice)
    }
    if isNew, holder !== rootSlice { attach(holder) }
  }

  /// Releases the value of a slice that needs none anymore, and detaches it if it isn't in use: the
  /// values go to `values`, and must be released with nothing locked.
  func detachIfUnused(_ slice: Slice, _ values: inout [ValueBox]) {
    if let value = slice.takeIfUnused() { values.append(value) }
    guard slice.watch.isAttached else { return }
    if slice.isInUse { return attach(slice) }
    slice.watch.isAttached = false
    if slice.isDerived {
      for input in slice.inputs {
        let index = input.watch.dependents.firstIndex { $0 === slice }
        if let index { input.watch.dependents.remove(at: index) }
      }
      return slice.forEachInput { endHold(of: $0, &values) }
    }
    let holder = slice.holder
    holder.table?.remove(slice)
    holder.watch.index?.remove(slice)
    if holder !== rootSlice { detachIfUnused(holder, &values) }
  }

  // MARK: Subscribing

  func add(_ subscriber: SliceSubscriber) {
    let site = subscriber.origin.site
    if CallContext.current(in: self, where: \.holdsState) != nil {
      Misuse.subscribeInReducer(site).trap()
    }
    let slice = subscriber.slice
    slices.retain(slice)
    // The first value is then delivered in place, and not copied.
    let isClaimed = subscriber.isInline && !subscriber.role.isListener && claim()
    withStateLocked(for: site) { old in
      lastSubscription += 1
      slice.forEachInput(hold)
      let earlier = subscriber.role.isListener ? mailbox.last : 0
      subscriber.enter(id: lastSubscription, after: earlier, root: isClaimed ? nil : root)
      withList(of: subscriber) { $0.insert(subscriber) }
      if slice.isRetained(for: subscriber.role) { slice.watch.holders += 1 }
      if subscriber.isInline { userCode.add(1) }
      if subscriber.role.isListener {
        changes.areListenersNotified = true
      } else {
        attach(slice)
        changes.recordNotification(of: slice)
      }
      if !subscriber.origin.isComponent { old = slice.rememberPresent(in: root) }
    }
    if isClaimed { endClaim(delivering: subscriber) }
  }

  /// Adds a subscription after the actions so far, unless it has ended by then.
  func addAfterEarlierActions(_ subscription: Subscription) {
    post(
      .run { [self] in
        if subscription.hasEnded { return }
        add(subscription)
        // It can have ended in between, and found nothing to remove.
        if subscription.hasEnded { remove(subscription, isDrain: true) }
      })
  }

  /// Removes a subscriber that has ended, on any thread, without waiting for a reducer.
  func remove(_ subscriber: SliceSubscriber, isDrain: Bool = false) {
    guard lockWithoutWaiting(isDrain: isDrain)
    else { return post(.run { [self] in remove(subscriber, isDrain: true) }) }
    let slice = subscriber.slice
    var isRemoved = false
    releaseValues { values in
      isRemoved = withList(of: subscriber) { $0.remove(subscriber) }
      guard isRemoved else { return }
      if slice.isRetained(for: subscriber.role) { slice.watch.holders -= 1 }
      if subscriber.isInline { userCode.add(-1) }
      detachIfUnused(slice, &values)
      slice.forEachInput { endHold(of: $0, &values) }
      if !slice.hasSubscribers { changes.forgetNotification(of: slice) }
    }
    if isRemoved { slices.release(slice) }
  }

  private func withList<Result>(
    of subscriber: SliceSubscriber, _ body: (inout SubscriberList) -> Result
  ) -> Result {
    switch subscriber.role {
    case .listener, .actions: body(&listeners)
    case .exact: body(&subscriber.slice.watch.subscribers)
    case .loose, .filtered: body(&subscriber.slice.watch.looseSubscribers)
    }
  }

  /// The live subscribers, in the order in which they subscribed.
  func allSubscribers() -> [SliceSubscriber] {
    checkStateIsFree("`connections` was read")
    stateLock.acquire()
    defer { stateLock.release() }
    // One that ended during a reducer is removed after it.
    return collectSubscribers().filter { !$0.hasEnded }
  }

  /// The same with the state locked, or when no other thread is left.
  func collectSubscribers() -> [SliceSubscriber] {
    var subscribers = listeners.all
    func collect(_ slice: Slice) {
      subscribers += slice.allSubscribers
      slice.forEachPart(collect)
      // A derived slice depends on several others, and is visited for the first of them.
      for dependent in slice.watch.dependents where dependent.inputs.first === slice {
        collect(dependent)
      }
    }
    collect(rootSlice)
    subscribers.sortByID()
    return subscribers
  }
}
