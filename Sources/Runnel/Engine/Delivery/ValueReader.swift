// SPDX-License-Identifier: MIT

/// The subscription of an asynchronous sequence's iterator.
///
/// It doesn't retain the store, whose end ends it. A reader reads when its task gets to it, so
/// nothing waits for unread values.
///
/// `@unchecked`: `engine` is set in `init` only, and loading a weak reference is safe from any
/// thread; `version` and `filter` belong to the one task that reads; the rest is constant or inside
/// `Locked`.
final class ValueReader: AnySubscription, @unchecked Sendable {
  private struct State {
    /// The unread values, for `.every`.
    var unread = FIFOQueue<ValueBox>()
    /// There is a newer value, for `.latest`.
    var isMarked = false
    var hasEnded = false
    /// The last state of a deallocated store and its number, for `.latest`.
    var last: (value: ValueBox, version: UInt64)?
    /// The number of values that have been read.
    var readCount = 0
    /// The task that waits for a value.
    var waiting: CheckedContinuation<Void, Never>?
  }

  private enum Step {
    case value(ValueBox)
    case readNewest
    case last(ValueBox, version: UInt64)
    case wait
    case end
  }

  private weak var engine: Engine?
  private let isSame: ValueType.Comparison?
  private let state = Locked(State())
  private var version: UInt64?
  private var filter = LatestValueFilter()

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - engine: The engine of the store. `nil`: the store has been deallocated.
  ///   - slice: The slice.
  ///   - userFilter: A comparison that replaces the `==` of the values.
  ///   - delivery: Whether each value is read, or the newest one.
  ///   - site: The place where the sequence was created.
  init(
    engine: Engine?, slice: Slice, filter userFilter: ValueType.Comparison?, delivery: Delivery,
    site: CallSite
  ) {
    self.engine = engine
    isSame = userFilter ?? slice.isSame
    let role: SubscriptionOrigin.Role = userFilter == nil ? .exact : .filtered
    super.init(slice: slice, origin: SubscriptionOrigin(.values, role, delivery, at: site))
  }

  private var delivery: Delivery { origin.delivery }

  override var hasEnded: Bool { state.withLock { $0.hasEnded } }

  // MARK: Ending

  func dispose() {
    let isFirst = end(with: nil)
    let rest = state.withLock { state in
      defer {
        state.unread = FIFOQueue()
        state.last = nil
      }
      return (state.unread, state.last)
    }
    if isFirst, let engine { engine.remove(self) }
    withExtendedLifetime(rest) {}
  }

  override func finish(root: UnsafeRawPointer, version: UInt64) {
    guard delivery.isLatest else { return _ = end(with: nil) }
    // Even if nothing is marked: the reader can be about to read, and find no store.
    var last: (ValueBox, UInt64)?
    slice.read(from: root, as: role, isFirst: deliveryCount == 0) {
      last = (ValueBox(slice.type, copying: $0), version)
    }
    _ = end(with: last)
  }

  /// Ends the sequence behind the unread values, and returns `false` if it had ended before.
  private func end(with last: (ValueBox, UInt64)?) -> Bool {
    let (isFirst, waiting) = state.withLock { state in
      let result = (!state.hasEnded, state.waiting)
      if !state.hasEnded { state.last = last }
      state.hasEnded = true
      state.isMarked = false
      state.waiting = nil
      return result
    }
    waiting?.resume()
    return isFirst
  }

  // MARK: Notifications

  override func receiveFirst(from root: UnsafeRawPointer) {
    receive(from: root, slice.read)
  }

  override var needsNotification: Bool {
    delivery == .every || state.withLock { !$0.isMarked }
  }

  override func notify(_ notification: Notification) {
    receive(from: notification.root, slice.readAnnounced)
  }

  private func receive(
    from root: UnsafeRawPointer, _ read: (UnsafeRawPointer, (UnsafeRawPointer) -> Void) -> Void
  ) {
    var value: ValueBox?
    if delivery == .every { read(root) { value = ValueBox(slice.type, copying: $0) } }
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.hasEnded else { return nil }
      if let value { state.unread.append(value) } else { state.isMarked = true }
      return state.waiting.take()
    }
    waiting?.resume()
  }

  // MARK: Reading

  func next() async -> ValueBox? {
    let value = await nextNew()
    if value != nil { state.withLock { $0.readCount += 1 } }
    return value
  }

  override var deliveryCount: Int { state.withLock { $0.readCount } }

  private func nextNew() async -> ValueBox? {
    while true {
      if Task.isCancelled { dispose() }
      switch step() {
      case .value(let value): if filter.isNew(value, isSame) { return value }
      case .readNewest:
        guard let engine,
          let (value, read) = engine.read(
            slice, unlessAt: version, for: role, site: origin.site)
        else { continue }
        version = read
        if filter.isNew(value, isSame) { return value }
      case .last(let value, let last):
        if version != last, filter.isNew(value, isSame) { return value }
      case .wait: await wait()
      case .end: return nil
      }
    }
  }

  private func step() -> Step {
    state.withLock { state in
      if let value = state.unread.popFirst() { return .value(value) }
      if state.isMarked {
        state.isMarked = false
        return .readNewest
      }
      if let (value, version) = state.last.take() { return .last(value, version: version) }
      return state.hasEnded ? .end : .wait
    }
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.waiting != nil { Misuse.sharedIterator(origin.site).trap() }
          let isReady = !state.unread.isEmpty || state.isMarked || state.hasEnded
          if !isReady { state.waiting = continuation }
          return isReady
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      dispose()
    }
  }
}
