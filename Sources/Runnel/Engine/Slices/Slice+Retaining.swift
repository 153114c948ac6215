// SPDX-License-Identifier: MIT

/// The difference between the last value of the subscribers and the present one.
enum Difference {
  case none
  /// The bytes differ, the values are equal. A part that `==` ignores can have changed.
  case inBytes
  case inValue
}

extension Slice {
  /// A Boolean value indicating whether changes of the slice are observed.
  var isInUse: Bool {
    hasSubscribers || lastValueUsers > 0 || inputUsers > 0 || !effects.isEmpty
      || !dependents.isEmpty || hasAttachedParts
  }

  var hasSubscribers: Bool { !subscribers.isEmpty || !looseSubscribers.isEmpty }

  private var hasAttachedParts: Bool {
    if case .elements(let table) = source { return !table.isEmpty }
    // The root lies in its own index, and needs no entry for its parts.
    return parent != nil && index?.isEmpty == false
  }

  /// Calls `body` with each attached slice directly inside.
  func forEachPart(_ body: (Slice) -> Void) {
    index?.forEach { if $0 !== self { body($0) } }
    if case .elements(let table) = source { table.forEach(body) }
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
    if wasReleased {
      wasReleased = false
      return .inValue
    }
    guard let held else { return .inValue }
    if Platform.bytesAreEqual(held.pointer, current, count: type.size) { return .none }
    let isDifferent = !(isSame?(held.pointer, current) ?? false)
    if !isStored { announced = ValueBox(type, copying: current) }
    if type.isPlain {
      held.overwrite(withPlain: current)
    } else {
      replaced = held
      self.held = announced ?? ValueBox(type, copying: current)
    }
    if isDifferent { changes += 1 }
    return isDifferent ? .inValue : .inBytes
  }

  /// Releases everything when the store is deallocated.
  func clear() {
    forEachPart { $0.clear() }
    dependents.forEach { $0.clear() }
    index = nil
    if case .elements(let table) = source { table.removeAll() }
    dependents = []
    subscribers = SubscriberList()
    looseSubscribers = SubscriberList()
    effects = []
    let last = held
    held = nil
    withExtendedLifetime(last) {}
  }
}
