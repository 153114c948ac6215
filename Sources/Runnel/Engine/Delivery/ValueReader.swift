// SPDX-License-Identifier: MIT

/// The subscription of an asynchronous sequence's iterator.
///
/// It doesn't retain the store, whose end ends it. A reader reads when its task gets to it: nothing
/// waits for unread values.
///
/// `@unchecked`: `engine` is set in `init` only, and loading a weak reference is safe from any
/// thread; `filter` belongs to the one task that reads; the rest is constant or inside `Locked`.
final class ValueReader: SliceSubscriber, @unchecked Sendable {
  private typealias State = (
    /// The unread values: each one for `.every`, the last one of a deallocated store for `.latest`.
    unread: FIFOQueue<ValueBox>,
    /// There is a newer value, for `.latest`.
    isMarked: Bool,
    /// The number of the state that was read last, for `.latest`.
    version: UInt64?,
    hasEnded: Bool,
    readCount: Int,
    waiting: CheckedContinuation<Void, Never>?
  )

  private weak var engine: Engine?
  private let state = Locked(
    (
      unread: FIFOQueue(), isMarked: false, version: nil, hasEnded: false, readCount: 0,
      waiting: nil
    ) as State)
  private var filter: ValueFilter

  /// Creates a reader, without an engine if the store has been deallocated.
  ///
  /// A user's filter replaces the `==` of the values.
  init(
    engine: Engine?, slice: Slice, filter userFilter: ValueType.Comparison?, delivery: Delivery,
    site: CallSite
  ) {
    self.engine = engine
    filter = ValueFilter(isSame: userFilter ?? slice.isSame)
    let role: SubscriptionOrigin.Role = userFilter == nil ? .exact : .filtered
    super.init(slice: slice, origin: SubscriptionOrigin(.values, role, delivery, at: site))
  }

  private var isLatest: Bool { origin.delivery.isLatest }
  override var hasEnded: Bool { state.withLock { $0.hasEnded } }
  override var deliveryCount: Int { state.withLock { $0.readCount } }

  private func hasNews(_ state: State) -> Bool {
    !state.unread.isEmpty || state.isMarked || state.hasEnded
  }

  /// Changes the state, and continues the task that waits, if there is something for it now.
  private func update<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, waiting) = state.withLock { state in
      let result = body(&state)
      return (result, hasNews(state) ? state.waiting.take() : nil)
    }
    waiting?.resume()
    return result
  }

  func dispose() {
    // Unread values are released with nothing locked.
    let (wasLive, unread) = update { state in
      let last = (!state.hasEnded, state.unread)
      state.hasEnded = true
      state.isMarked = false
      state.unread = FIFOQueue()
      return last
    }
    if wasLive { engine?.remove(self) }
    withExtendedLifetime(unread) {}
  }

  override func finish(root: UnsafeRawPointer, version: UInt64) {
    var last: ValueBox?
    if isLatest {
      // Even if nothing is marked: the reader can be about to read, and find no store.
      slice.read(from: root, as: role, isFirst: deliveryCount == 0) {
        last = ValueBox(slice.type, copying: $0)
      }
    }
    update { state in
      if let last, !state.hasEnded, state.version != version { state.unread.append(last) }
      state.hasEnded = true
      state.isMarked = false
    }
  }

  override func receiveFirst(from root: UnsafeRawPointer) {
    receive { slice.read(from: root, $0) }
  }

  override var needsNotification: Bool { !isLatest || state.withLock { !$0.isMarked } }

  override func notify(_ notification: Notification) {
    receive { slice.readAnnounced(from: notification.root, $0) }
  }

  private func receive(_ read: ((UnsafeRawPointer) -> Void) -> Void) {
    var value: ValueBox?
    if !isLatest { read { value = ValueBox(slice.type, copying: $0) } }
    update { state in
      if state.hasEnded { return }
      if let value { state.unread.append(value) } else { state.isMarked = true }
    }
  }

  /// Returns the next value that differs, or `nil` at the end.
  func next() async -> ValueBox? {
    while true {
      if Task.isCancelled { dispose() }
      let (unread, isMarked, hasEnded) = take()
      if let value = unread ?? (isMarked ? readNewest() : nil) {
        guard filter.isNew(value.pointer, value) else { continue }
        state.withLock { $0.readCount += 1 }
        return value
      }
      if hasEnded { return nil }
      if !isMarked { await wait() }
    }
  }

  @inline(never)
  private func take() -> (unread: ValueBox?, isMarked: Bool, hasEnded: Bool) {
    state.withLock { state in
      defer { state.isMarked = false }
      return (state.unread.popFirst(), state.isMarked, state.hasEnded)
    }
  }

  private func readNewest() -> ValueBox? {
    // The engine, and so its end, wait until the number is set.
    guard let engine else { return nil }
    return withExtendedLifetime(engine) {
      let seen = state.withLock { $0.version }
      guard let (value, version) = engine.read(slice, unlessAt: seen, for: role, site: origin.site)
      else { return nil }
      state.withLock { $0.version = version }
      return value
    }
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.waiting != nil { Misuse.sharedIterator(origin.site).trap() }
          let isReady = hasNews(state)
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
