// SPDX-License-Identifier: MIT

import Synchronization

/// The users of slices: they attach a slice to the tree, and have it retain its value.
extension Engine {
  // MARK: Scopes

  /// Retains the values that a scope of a slice needs, and returns whether it has.
  ///
  /// With a site, which is that of the scope, it does so only if the slice exists.
  @discardableResult
  func retainValue(of slice: Slice, ifPresentFor site: CallSite? = nil) -> Bool {
    guard slice.isRetaining else { return true }
    checkStateIsFree("A scope was created")
    acquireState()
    defer { stateLock.release() }
    var isPresent = true
    during(site ?? self.site, holdsState: true) {
      if site != nil {
        locate(slice)
        isPresent = slice.isPresent(in: root)
      }
      if isPresent { retainParts(of: slice) }
    }
    return isPresent
  }

  /// Ends a scope, on any thread, without waiting for a reducer.
  func release(_ slice: Slice) {
    // A slice retains closures: what they retain must not end inside a reducer.
    if CallContext.currentHoldsAnyState { return leave(.release(slice)) }
    if slice.isRetaining, !stateLock.tryToAcquire() { return leave(.release(slice)) }
    finishReleasing(slice)
  }

  /// The same on the drain, which has no reducer to wait for.
  func releaseOnDrain(_ slice: Slice) {
    if slice.isRetaining { acquireState() }
    finishReleasing(slice)
  }

  /// The caller has locked the state, if the slice retains values.
  private func finishReleasing(_ slice: Slice) {
    if slice.isRetaining { releaseValues { releaseParts(of: slice, &$0) } }
    slices.release(slice)
  }

  /// Unlocks the state after `body`, and then releases values, which can retain user objects.
  private func releaseValues(_ body: (inout [ValueBox]) -> Void) {
    var values: [ValueBox] = []
    body(&values)
    stateLock.release()
    withExtendedLifetime(values) {}
  }

  // MARK: With the state locked

  private func retainParts(of slice: Slice) {
    slice.forEachRetained { part, isInput in
      if isInput { part.inputUsers += 1 } else { addLastValueUser(to: part) }
      attach(part)
    }
  }

  private func releaseParts(of slice: Slice, _ values: inout [ValueBox]) {
    slice.forEachRetained { part, isInput in
      if isInput { part.inputUsers -= 1 } else { removeLastValueUser(from: part) }
      detachIfUnused(part, &values)
    }
  }

  private func addLastValueUser(to slice: Slice) {
    slice.lastValueUsers += 1
    guard slice.lastValueUsers == 1 else { return }
    if slice.isWrapped { slice.container?.retainingOptionals.append(slice) }
    lastValueCount += 1
    if lastValueCount == 1 { output.pointee.cursor = SliceCursor([rootSlice], at: root) }
  }

  private func removeLastValueUser(from slice: Slice) {
    slice.lastValueUsers -= 1
    guard slice.lastValueUsers == 0 else { return }
    if slice.isWrapped { slice.container?.retainingOptionals.removeAll { $0 === slice } }
    lastValueCount -= 1
    if lastValueCount == 0 { output.pointee.cursor = SliceCursor() }
  }

  /// Attaches a slice to the tree, and retains its value if that is needed.
  func attach(_ slice: Slice) {
    slice.retainIfNeeded(from: root)
    let isNew = !slice.isAttached
    slice.isAttached = true
    if slice.isDerived {
      guard isNew else { return }
      for input in slice.inputs { input.dependents.append(slice) }
      return retainParts(of: slice)
    }
    let holder = slice.holder
    if let table = holder.table {
      table.add(slice)
    } else {
      if holder.index == nil { holder.index = SliceIndex(size: holder.type.size) }
      holder.index?.add(slice)
    }
    if isNew, holder !== rootSlice { attach(holder) }
  }

  /// Releases the value of a slice that needs none anymore, and detaches it if it isn't in use.
  ///
  /// The values must be released with nothing locked.
  func detachIfUnused(_ slice: Slice, _ values: inout [ValueBox]) {
    if let value = slice.takeIfUnused() { values.append(value) }
    guard slice.isAttached else { return }
    if slice.isInUse { return attach(slice) }
    slice.isAttached = false
    if slice.isDerived {
      for input in slice.inputs { input.dependents.removeAll { $0 === slice } }
      return releaseParts(of: slice, &values)
    }
    let holder = slice.holder
    holder.table?.remove(slice)
    holder.index?.remove(slice)
    if holder !== rootSlice { detachIfUnused(holder, &values) }
  }

  // MARK: Subscribing

  /// Gives a subscriber its position, and its first value.
  func add(_ subscriber: AnySubscription, site: CallSite) {
    if CallContext.current(in: self, where: \.holdsState) != nil {
      Misuse.subscribeInReducer(site).trap()
    }
    let slice = subscriber.slice
    slices.retain(slice)
    acquireState()
    lastSubscription += 1
    during(site, holdsState: true) {
      retainParts(of: slice)
      let earlier = subscriber.role.isListener ? mailbox.last : 0
      subscriber.enter(id: lastSubscription, after: earlier, root: root)
      withList(of: subscriber) { $0.append(subscriber) }
      if subscriber.role == .filtered { slice.filteringCount += 1 }
      if subscriber.isInline { userCode.add(1) }
      if !subscriber.role.isListener { attach(slice) }
      changes.recordNotification(of: slice)
    }
    stateLock.release()
  }

  /// Adds a subscription after the actions so far, unless it has ended by then.
  func addAfterEarlierActions(_ subscription: Subscription) {
    post(
      .run { [self] in
        if subscription.hasEnded { return }
        add(subscription, site: subscription.site)
        // It can have ended in between, and found nothing to remove.
        if subscription.hasEnded { removeOnDrain(subscription) }
      })
  }

  /// Removes a subscriber that has ended, on any thread, without waiting for a reducer.
  func remove(_ subscriber: AnySubscription) {
    if CallContext.currentHoldsAnyState || !stateLock.tryToAcquire() {
      return leave(.remove(subscriber))
    }
    finishRemoving(subscriber)
  }

  /// The same on the drain, which has no reducer to wait for.
  func removeOnDrain(_ subscriber: AnySubscription) {
    acquireState()
    finishRemoving(subscriber)
  }

  /// The caller has locked the state.
  private func finishRemoving(_ subscriber: AnySubscription) {
    let slice = subscriber.slice
    var isRemoved = false
    releaseValues { values in
      isRemoved = withList(of: subscriber) { $0.remove(subscriber) }
      guard isRemoved else { return }
      if subscriber.role == .filtered { slice.filteringCount -= 1 }
      if subscriber.isInline { userCode.add(-1) }
      detachIfUnused(slice, &values)
      releaseParts(of: slice, &values)
      if !slice.hasSubscribers { changes.forgetNotification(of: slice) }
    }
    if isRemoved { slices.release(slice) }
  }

  private func withList<Result>(
    of subscriber: AnySubscription, _ body: (inout SubscriberList) -> Result
  ) -> Result {
    switch subscriber.role {
    case .listener, .actions: body(&listeners)
    case .exact: body(&subscriber.slice.subscribers)
    case .loose, .filtered: body(&subscriber.slice.looseSubscribers)
    }
  }

  /// The live subscribers, in the order in which they subscribed.
  func allSubscribers() -> [AnySubscription] {
    checkStateIsFree("`connections` was read")
    acquireState()
    defer { stateLock.release() }
    // One that ended during a reducer is removed after it.
    return collectSubscribers().filter { !$0.hasEnded }
  }

  /// The same with the state locked, or when no other thread is left.
  func collectSubscribers() -> [AnySubscription] {
    // A derived slice depends on several others, and is visited for each of them.
    var subscribers: [UInt64: AnySubscription] = [:]
    func collect(_ list: SubscriberList) {
      list.forEach { subscribers[$0.id] = $0 }
    }
    func collect(_ slice: Slice) {
      collect(slice.subscribers)
      collect(slice.looseSubscribers)
      slice.forEachPart(collect)
      slice.dependents.forEach(collect)
    }
    collect(rootSlice)
    collect(listeners)
    return subscribers.values.sorted { $0.id < $1.id }
  }
}
