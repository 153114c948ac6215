// SPDX-License-Identifier: MIT

extension Slice {
  /// Calls `body` with the value, in place if it is stored, or with the last one, if there is one.
  ///
  /// The caller keeps the state unchanged meanwhile. Returns whether the slice exists.
  @discardableResult
  func read(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Bool {
    if let rootOffset {
      body(root + rootOffset)
      return true
    }
    var isPresent = false
    readPart(from: root, orLast: false) {
      isPresent = true
      body($0)
    }
    if isPresent { return true }
    if let value = last?.withLock({ $0 }) {
      body(value.pointer)
      withExtendedLifetime(value) {}
    } else if !isPartial {
      // A part of a value that has gone already.
      readPart(from: root, orLast: true, body)
    }
    return false
  }

  /// The same for a subscriber, which has what disappeared already unless the slice retains it.
  func read(
    from root: UnsafeRawPointer, as role: SubscriptionOrigin.Role, isFirst: Bool,
    _ body: (UnsafeRawPointer) -> Void
  ) {
    if isFirst || isRetained(for: role) {
      read(from: root, body)
    } else {
      readIfPresent(from: root, body)
    }
  }

  func readIfPresent(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    if let rootOffset { return body(root + rootOffset) }
    guard !isBase, container?.parent == nil
    else { return readPart(from: root, orLast: false, body) }
    // In the memory of the root state, inside optionals.
    if isReachable(in: root) { body(root + offset) }
  }

  /// Calls `body` with the value, if what contains it exists or, with `orLast`, has a last value.
  ///
  /// `dynamic`: the optimizer specialized this recursive function for the closures that it passes
  /// to itself, which was half of the library's code and of its build.
  private dynamic func readPart(
    from root: UnsafeRawPointer, orLast: Bool, _ body: (UnsafeRawPointer) -> Void
  ) {
    func read(_ outer: Slice?, _ body: (UnsafeRawPointer) -> Void) {
      if orLast { outer?.read(from: root, body) } else { outer?.readIfPresent(from: root, body) }
    }
    // The bytes at the offset lie in the memory of the enclosing slice.
    func readEnclosing(_ body: (UnsafeRawPointer) -> Void) {
      let inset = enclosing.map { $0.isWrapped ? $0.offset : 0 } ?? 0
      read(enclosing) { body($0 + (offset - inset)) }
    }
    switch source {
    case .root: body(root)
    case .stored, .elements: readEnclosing(body)
    case .derived(let derivation): derivation.read(from: root, body)
    case .part(let step): readEnclosing { step.read($0, body) }
    case .element(let element): read(parent) { element.read(in: $0, body) }
    }
  }

  func isPresent(in root: UnsafeRawPointer) -> Bool {
    guard isPartial else { return parent?.isPresent(in: root) ?? true }
    var isPresent = false
    readIfPresent(from: root) { _ in isPresent = true }
    return isPresent
  }

  /// Whether a value with another identity has taken the place of this one.
  func isReplaced(in root: UnsafeRawPointer) -> Bool {
    guard let parent else { return false }
    return parent.isPresent(in: root) && !isPresent(in: root)
  }

  /// Whether an optional has become `nil` or an element has left its collection, rather than been
  /// replaced by another case or identity.
  func isRemoved(in root: UnsafeRawPointer) -> Bool {
    if isPresent(in: root) { return false }
    if let parent, !parent.isPresent(in: root) { return parent.isRemoved(in: root) }
    return isWrapped || isElement
  }

  /// Whether all optionals between the container and this slice have a value.
  func isReachable(in memory: UnsafeRawPointer) -> Bool {
    if let enclosing, enclosing.isWrapped, !enclosing.isReachable(in: memory) { return false }
    guard case .part(let step) = source, case .wrapped(let isPresent) = step.kind
    else { return true }
    return isPresent(memory + offset)
  }

  // MARK: During a notification

  /// Calls `body` with the value that subscribers are notified of, read once for all by the drain.
  @inline(__always)
  func readAnnounced(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    if let rootOffset { return body(root + rootOffset) }
    if announced == nil {
      read(from: root) { announced = ValueBox(type, copying: $0) }
    }
    if let announced { body(announced.pointer) }
  }

  var hasLeftovers: Bool { replaced != nil || announced != nil }

  /// Releases the values of the last notification, which can run `deinit`s of user code.
  func dropLeftovers() {
    if let announced { remember(announced) }
    replaced = nil
    announced = nil
  }

  // MARK: The last value

  /// Keeps a value that a user gets, for reads after the slice has disappeared, and returns the one
  /// before, to be released with nothing locked.
  @discardableResult
  func remember(_ value: ValueBox) -> ValueBox? {
    last?.withLock { last in
      defer { last = value }
      return last
    }
  }

  /// Keeps a copy of it, unless it is the same as the last one.
  func remember(copying value: UnsafeRawPointer) -> ValueBox? {
    last?.withLock { last in
      if let last, Platform.bytesAreEqual(last.pointer, value, count: type.size) { return nil }
      defer { last = ValueBox(type, copying: value) }
      return last
    }
  }

  /// Keeps the present value, which the slice retains if a comparison needs it.
  func rememberPresent(in root: UnsafeRawPointer) -> ValueBox? {
    if last == nil { return nil }
    if let held = watch.held { return remember(copying: held.pointer) }
    var old: ValueBox?
    readIfPresent(from: root) { old = remember(copying: $0) }
    return old
  }

  // MARK: Retaining

  var isInUse: Bool {
    hasSubscribers || watch.holders > 0 || !watch.effects.isEmpty
      || !watch.dependents.isEmpty || hasAttachedParts
  }

  var hasSubscribers: Bool { !watch.subscribers.isEmpty || !watch.looseSubscribers.isEmpty }

  var allSubscribers: [SliceSubscriber] { watch.subscribers.all + watch.looseSubscribers.all }

  private var hasAttachedParts: Bool {
    if let table { return !table.isEmpty }
    // The root lies in its own index, and needs no entry for its parts.
    return parent != nil && watch.index?.isEmpty == false
  }

  func forEachPart(_ body: (Slice) -> Void) {
    watch.index?.forEach { if $0 !== self { body($0) } }
    if let table { table.forEach(body) }
  }

  /// Whether the slice retains the last value that a subscriber with a role was told of.
  func isRetained(for role: SubscriptionOrigin.Role) -> Bool {
    if role.isListener { return false }
    // An action that changes one of many would otherwise be delivered to all of them.
    if role == .filtered || isElement { return true }
    return isSame != nil && (role == .exact || isAlwaysRetained)
  }

  func retainIfNeeded(from root: UnsafeRawPointer) {
    guard watch.held == nil, watch.holders > 0 else { return }
    readIfPresent(from: root) { watch.held = ValueBox(type, copying: $0) }
    watch.isAbsent = watch.held == nil
    if watch.isAbsent { read(from: root) { watch.held = ValueBox(type, copying: $0) } }
  }

  /// Returns a value that is no longer needed, except the one that was delivered last, to be
  /// released with nothing locked.
  func takeIfUnused() -> ValueBox? {
    guard watch.holders == 0, let unused = watch.held else { return nil }
    watch.held = nil
    return last == nil ? unused : remember(unused)
  }

  /// Decides whether the slice has changed, and retains the present value if it retains one.
  func compare(with current: UnsafeRawPointer) -> Difference {
    guard let held = watch.held else { return (inBytes: true, inValue: true) }
    if Platform.bytesAreEqual(held.pointer, current, count: type.size) {
      return (inBytes: false, inValue: false)
    }
    let isDifferent = !(isSame?(held.pointer, current) ?? false)
    if !isStored { announced = ValueBox(type, copying: current) }
    if type.isPlain {
      held.overwrite(withPlain: current)
    } else {
      replaced = held
      watch.held = announced ?? ValueBox(type, copying: current)
    }
    if isDifferent { watch.changes += 1 }
    return (inBytes: true, inValue: isDifferent)
  }

  func clear() {
    forEachPart { $0.clear() }
    watch.dependents.forEach { $0.clear() }
    watch.index = nil
    if let table { table.removeAll() }
    watch.dependents = []
    watch.subscribers = SubscriberList()
    watch.looseSubscribers = SubscriberList()
    watch.effects = []
    let last = watch.held
    watch.held = nil
    withExtendedLifetime(last) {}
  }
}
