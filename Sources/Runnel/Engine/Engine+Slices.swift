// SPDX-License-Identifier: MIT

/// The users of slices: they attach a slice to the tree, and have it retain its value.
extension Engine {
  // MARK: Scopes

  /// Counts another scope of a slice.
  func retain(_ slice: Slice) {
    slices.retain(slice)
    retainValue(of: slice)
  }

  /// Retains the values that a scope of a slice needs.
  func retainValue(of slice: Slice) {
    guard !slice.retentions.isEmpty else { return }
    checkStateIsFree("A scope was created")
    acquireState()
    holdingState(for: site) { retain(slice.retentions) }
    stateLock.release()
  }

  /// Retains the values that a scope needs if the slice exists, and returns whether it does.
  func retainValueIfPresent(of slice: Slice, for site: CallSite) -> Bool {
    checkStateIsFree("A scope was created")
    acquireState()
    defer { stateLock.release() }
    var isPresent = false
    holdingState(for: site) {
      if case .elements(let table) = slice.parent?.source {
        slice.parent?.read(from: root) { table.locate(slice, in: $0) }
      }
      isPresent = slice.isPresent(in: root)
      if isPresent { retain(slice.retentions) }
    }
    return isPresent
  }

  /// Ends a scope, on any thread, even on one that holds a state.
  func release(_ slice: Slice) {
    // Even while it holds another store's state: two threads that release scopes of each other's
    // stores would wait for each other.
    if CallContext.current != nil, CallContext.currentHoldsAnyState {
      return leave(.release(slice))
    }
    if !slice.retentions.isEmpty {
      acquireState()
      var values: [ValueBox] = []
      release(slice.retentions, &values)
      stateLock.release()
      // Released with nothing locked: values can retain objects of user code.
      withExtendedLifetime(values) {}
    }
    slices.release(slice)
  }

  // MARK: With the state locked

  private func retain(_ retentions: [Slice.Retention]) {
    for retention in retentions {
      let slice = retention.slice
      if retention.isInput { slice.inputUsers += 1 } else { addLastValueUser(to: slice) }
      attach(slice)
    }
  }

  private func release(_ retentions: [Slice.Retention], _ values: inout [ValueBox]) {
    for retention in retentions.reversed() {
      let slice = retention.slice
      if retention.isInput { slice.inputUsers -= 1 } else { removeLastValueUser(from: slice) }
      detachIfUnused(slice, &values)
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
    switch slice.source {
    case .root:
      rootSlice.index?.add(slice)
    case .derived(let derivation):
      guard isNew else { return }
      for input in derivation.inputs { input.dependents.append(slice) }
      retain(slice.retained)
    case .element:
      guard let elements = slice.parent, case .elements(let table) = elements.source else { return }
      table.add(slice)
      if isNew { attach(elements) }
    case .stored, .wrapped, .projected, .elements:
      guard let container = slice.container else { return }
      if container.index == nil { container.index = SliceIndex(size: container.type.size) }
      container.index?.add(slice)
      if isNew, container !== rootSlice { attach(container) }
    }
  }

  /// Releases the value of a slice that needs none anymore, and detaches it if it isn't in use.
  ///
  /// - Parameters:
  ///   - slice: The slice.
  ///   - values: Receives values that must be released with nothing locked.
  func detachIfUnused(_ slice: Slice, _ values: inout [ValueBox]) {
    if let value = slice.releaseIfUnused() { values.append(value) }
    guard slice.isAttached else { return }
    if slice.isInUse { return attach(slice) }
    slice.isAttached = false
    switch slice.source {
    case .root:
      rootSlice.index?.remove(slice)
    case .derived(let derivation):
      for input in derivation.inputs { input.dependents.removeAll { $0 === slice } }
      release(slice.retained, &values)
    case .element:
      guard let elements = slice.parent, case .elements(let table) = elements.source else { return }
      table.remove(slice)
      detachIfUnused(elements, &values)
    case .stored, .wrapped, .projected, .elements:
      guard let container = slice.container else { return }
      container.index?.remove(slice)
      if container !== rootSlice { detachIfUnused(container, &values) }
    }
  }

  // MARK: Subscribing

  /// Gives a subscriber its position among the others, and its first value.
  func add(_ subscriber: Subscriber, site: CallSite) {
    if CallContext.current != nil, CallContext.current(in: self, where: \.holdsState) != nil {
      Misuse.subscribeInReducer(site).trap()
    }
    let slice = subscriber.slice
    slices.retain(slice)
    acquireState()
    lastSubscription += 1
    holdingState(for: site) {
      retain(slice.retentions)
      let earlier = subscriber.role == .listener ? mailbox.last : 0
      subscriber.enter(id: lastSubscription, after: earlier, root: root)
      switch subscriber.role {
      case .listener: listeners.append(subscriber)
      case .exact: slice.subscribers.append(subscriber)
      case .loose: slice.looseSubscribers.append(subscriber)
      case .filtered:
        slice.looseSubscribers.append(subscriber)
        slice.filteringCount += 1
      }
      if subscriber.role != .listener { attach(slice) }
      changes.recordNotification(of: slice)
    }
    stateLock.release()
  }

  /// Removes a subscriber, at once or, if this thread holds a state, later.
  func remove(_ subscriber: Subscriber) {
    if CallContext.current != nil, CallContext.currentHoldsAnyState {
      return leave(.remove(subscriber))
    }
    let slice = subscriber.slice
    acquireState()
    var values: [ValueBox] = []
    switch subscriber.role {
    case .listener: _ = listeners.remove(subscriber)
    case .exact: _ = slice.subscribers.remove(subscriber)
    case .loose: _ = slice.looseSubscribers.remove(subscriber)
    case .filtered: if slice.looseSubscribers.remove(subscriber) { slice.filteringCount -= 1 }
    }
    detachIfUnused(slice, &values)
    release(slice.retentions, &values)
    if !slice.hasSubscribers { changes.forgetNotification(of: slice) }
    stateLock.release()
    slices.release(slice)
    withExtendedLifetime(values) {}
  }

  /// The live subscribers, in the order in which they subscribed.
  func allSubscribers() -> [Subscriber] {
    checkStateIsFree("`connections` was read")
    acquireState()
    defer { stateLock.release() }
    return collectSubscribers()
  }

  /// The same with the state locked, or when no other thread is left.
  func collectSubscribers() -> [Subscriber] {
    var subscribers: [Subscriber] = []
    func collect(_ slice: Slice) {
      slice.subscribers.forEach { subscribers.append($0) }
      slice.looseSubscribers.forEach { subscribers.append($0) }
      if slice !== rootSlice { slice.index?.forEach(collect) }
      if case .elements(let table) = slice.source { table.forEach(collect) }
      slice.dependents.forEach(collect)
    }
    rootSlice.index?.forEach(collect)
    listeners.forEach { subscribers.append($0) }
    // A derived slice depends on several others.
    return Dictionary(subscribers.map { ($0.id, $0) }) { first, _ in first }.values
      .sorted { $0.id < $1.id }
  }
}
