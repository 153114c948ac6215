// SPDX-License-Identifier: MIT

extension Slice {
  /// Calls `body` with the value, in place if it is stored, or with the last one.
  ///
  /// The caller ensures that the state doesn't change during the call. If a slice can disappear,
  /// and neither exists nor is retained, `body` isn't called.
  func read(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    if let rootOffset { return body(root + rootOffset) }
    guard isPartial else { return readPart(from: root, body) }
    var isPresent = false
    readPart(from: root) {
      isPresent = true
      body($0)
    }
    guard !isPresent, let value = last?.withLock({ $0 }) else { return }
    body(value.pointer)
    withExtendedLifetime(value) {}
  }

  /// Calls `body` with the value, if the slice exists.
  ///
  /// `dynamic`: the optimizer specializes recursive functions for the closures that they pass to
  /// themselves. Here that was half of the library's code and of its build.
  private dynamic func readPart(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    switch source {
    case .root: body(root)
    case .stored, .elements: readEnclosing(from: root, body)
    case .derived(let derivation): derivation.read(from: root, body)
    case .part(let step): readEnclosing(from: root) { step.read($0, body) }
    case .element(let element): parent?.read(from: root) { element.find($0, body) }
    }
  }

  /// Reads the bytes at the offset, which lie in the memory of the enclosing slice.
  private func readEnclosing(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    guard let enclosing else { return }
    if enclosing.parent == nil { return body(root + offset) }
    let inset = enclosing.isWrapped ? enclosing.offset : 0
    enclosing.read(from: root) { body($0 + (offset - inset)) }
  }

  /// Returns whether the slice exists in a state.
  func isPresent(in root: UnsafeRawPointer) -> Bool {
    guard let parent else { return true }
    guard parent.isPresent(in: root) else { return false }
    guard isPartial else { return true }
    var isPresent = false
    readPart(from: root) { _ in isPresent = true }
    return isPresent
  }

  /// Returns whether another value has taken the place of this one, which has an identity.
  func isReplaced(in root: UnsafeRawPointer) -> Bool {
    guard let parent else { return false }
    return parent.isPresent(in: root) && !isPresent(in: root)
  }

  /// Returns whether all optionals between the container and this slice have a value.
  func isReachable(in memory: UnsafeRawPointer) -> Bool {
    if let enclosing, enclosing.isWrapped, !enclosing.isReachable(in: memory) { return false }
    guard case .part(let step) = source, case .wrapped(let isPresent) = step.kind
    else { return true }
    return isPresent(memory + offset)
  }

  // MARK: During a notification

  /// Calls `body` with the value that subscribers are notified of, which is read once for all.
  ///
  /// Only the drain calls this, with the state unlocked.
  @inline(__always)
  func readAnnounced(from root: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    if let rootOffset { return body(root + rootOffset) }
    if announced == nil { read(from: root) { announced = ValueBox(type, copying: $0) } }
    if let announced { body(announced.pointer) }
  }

  /// A Boolean value indicating whether a comparison or a notification has left a value behind.
  var hasLeftovers: Bool { replaced != nil || announced != nil }

  /// Releases the values of the last notification, which can run `deinit`s of user code.
  func dropLeftovers() {
    replaced = nil
    announced = nil
  }

  // MARK: Retaining

  /// A Boolean value indicating whether changes of the slice are observed.
  var isInUse: Bool {
    hasSubscribers || lastValueUsers > 0 || inputUsers > 0 || !effects.isEmpty
      || !dependents.isEmpty || hasAttachedParts
  }

  var hasSubscribers: Bool { !subscribers.isEmpty || !looseSubscribers.isEmpty }

  private var hasAttachedParts: Bool {
    if let table { return !table.isEmpty }
    // The root lies in its own index, and needs no entry for its parts.
    return parent != nil && index?.isEmpty == false
  }

  /// Calls `body` with each attached slice directly inside.
  func forEachPart(_ body: (Slice) -> Void) {
    index?.forEach { if $0 !== self { body($0) } }
    if let table { table.forEach(body) }
  }

  private var mustRetain: Bool { lastValueUsers > 0 || mustRetainToCompare }

  private var mustRetainToCompare: Bool {
    if inputUsers > 0 || filteringCount > 0 { return true }
    return isSame != nil && (!subscribers.isEmpty || (isAlwaysRetained && hasSubscribers))
  }

  /// A Boolean value indicating whether a reducer inside can change the value in place.
  ///
  /// A value that is retained only as the last one isn't needed while such a reducer runs: it can't
  /// make the slice disappear.
  var isReleasable: Bool { held != nil && !type.isPlain && !mustRetainToCompare }

  func retainIfNeeded(from root: UnsafeRawPointer) {
    guard held == nil, mustRetain else { return }
    read(from: root) { held = ValueBox(type, copying: $0) }
  }

  /// Returns the value if it is no longer needed, to be released with nothing locked.
  ///
  /// Releasing it can run `deinit`s of user code.
  func takeIfUnused() -> ValueBox? {
    guard !mustRetain else { return nil }
    defer { held = nil }
    return held
  }

  /// Decides whether the slice has changed, and retains the present value if it retains one.
  func compare(with current: UnsafeRawPointer) -> Difference {
    let wasReleased = wasReleased
    self.wasReleased = false
    guard let held else { return .inValue }
    // A value that was retained again after a reducer inside can be changed by one outside.
    if Platform.bytesAreEqual(held.pointer, current, count: type.size) {
      return wasReleased ? .inValue : .none
    }
    let isDifferent = wasReleased || !(isSame?(held.pointer, current) ?? false)
    if !isStored { announced = ValueBox(type, copying: current) }
    if type.isPlain {
      held.overwrite(withPlain: current)
    } else {
      replaced = held
      self.held = announced ?? ValueBox(type, copying: current)
    }
    if isDifferent, !wasReleased { changes += 1 }
    return isDifferent ? .inValue : .inBytes
  }

  /// Releases everything when the store is deallocated.
  func clear() {
    forEachPart { $0.clear() }
    dependents.forEach { $0.clear() }
    index = nil
    if let table { table.removeAll() }
    dependents = []
    // An optional in it refers back to this slice.
    retainingOptionals = []
    subscribers = SubscriberList()
    looseSubscribers = SubscriberList()
    effects = []
    let last = held
    held = nil
    withExtendedLifetime(last) {}
  }
}
