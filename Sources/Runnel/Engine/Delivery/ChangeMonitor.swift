// SPDX-License-Identifier: MIT

/// A subscriber that is notified of the first change, and reads the value when its owner needs it.
///
/// Nothing of the state is copied until then. After a notification, further changes cost nothing
/// until the value has been read. It doesn't retain the store, whose end ends it.
///
/// `@unchecked`: loading a weak reference is safe from any thread, and `engine` is set in `init`
/// only; only the drain uses `amendment`; the rest is inside `Locked`.
package final class ChangeMonitor: Subscriber, @unchecked Sendable {
  package struct Handlers: Sendable {
    /// Called on the drain, with nothing locked, for the first change after a read.
    let changed: @Sendable () -> Void
    /// Called when the last reference to the store has been released, before its pending actions
    /// are processed.
    let released: @Sendable () -> Void
    /// Called with the last value when the store is deallocated.
    let ended: @Sendable (UnsafeRawPointer) -> Void

    package init(
      changed: @escaping @Sendable () -> Void, released: @escaping @Sendable () -> Void,
      ended: @escaping @Sendable (UnsafeRawPointer) -> Void
    ) {
      self.changed = changed
      self.released = released
      self.ended = ended
    }
  }

  /// An action that no reducer of the store receives.
  private struct Amending: Action {}

  private struct Content {
    /// The slice can have changed since the last read.
    var isMarked = false
    var readCount = 0
    /// `nil` after the end.
    var handlers: Handlers?
  }

  private weak var engine: Engine?
  private let state: Locked<Content>
  /// A reducer of the root that changes the slice before each read, if the slice can be written.
  private let amendment: ReducerTable?

  /// Creates a monitor of a slice.
  ///
  /// - Parameters:
  ///   - engine: The engine of the store.
  ///   - slice: The slice.
  ///   - amendment: Reducers of the slice that run before each read.
  ///   - site: The place that created the subscription.
  ///   - handlers: The handlers, which are released at the end.
  init(
    engine: Engine, slice: Slice, amendment: [CompiledReducer], site: CallSite, handlers: Handlers
  ) {
    self.engine = engine
    self.amendment =
      amendment.isEmpty ? nil : slice.lifted(amendment).map { ReducerTable($0) }
    state = Locked(Content(handlers: handlers))
    super.init(
      slice: slice,
      origin: SubscriptionOrigin(.persistence, .loose, .latest, at: site))
    // The last value of a slice that disappears is read later.
    engine.slices.retain(slice)
    engine.prepare(slice)
    engine.holdPartial(slice, site: site)
    engine.monitors.withLock { $0[ObjectIdentifier(self)] = self }
    engine.add(self, site: site)
  }

  override var hasEnded: Bool { state.withLock { $0.handlers == nil } }
  override var deliveryCount: Int { state.withLock { $0.readCount } }

  /// A Boolean value indicating whether a wait of the calling thread would block the drain.
  package var isOnStoreQueue: Bool {
    guard let engine else { return false }
    return CallContext.current(in: engine) != nil || engine.isOnQueue
  }

  // MARK: Notifications

  override var needsNotification: Bool { state.withLock { !$0.isMarked } }

  override func notify(_ notification: Notification) {
    let handlers = state.withLock { state in
      defer { state.isMarked = true }
      return state.isMarked ? nil : state.handlers
    }
    handlers?.changed()
  }

  /// Reports that the store has been released.
  func release() {
    state.withLock { $0.handlers }?.released()
  }

  /// Processes the store's pending actions here, if the store needs this thread for it.
  ///
  /// - Returns: `false` if the store can't process them while this thread waits.
  package func drainBeforeWaiting() -> Bool {
    engine?.drainBeforeWaiting() ?? true
  }

  override func finish(root: UnsafeRawPointer, version: UInt64) {
    guard let handlers = takeHandlers() else { return }
    slice.read(from: root) { handlers.ended($0) }
  }

  /// Requests a notification of the next change, even if the value hasn't been read.
  package func rearm() {
    state.withLock { $0.isMarked = false }
  }

  // MARK: Reading

  /// Calls `body` on the drain with the value, after all actions dispatched before this call.
  ///
  /// `body` receives `nil` if the slice has never existed, or if the value isn't needed. It runs on
  /// the calling thread if that is the drain, or belongs to the store's queue.
  ///
  /// - Parameters:
  ///   - turns: How many times actions come first that the pending ones have dispatched. There can
  ///     be more of them without end.
  ///   - isNeeded: Decides on the drain whether the value is read.
  ///   - body: A function without user code.
  /// - Returns: `false`, without calling either, if the store has been deallocated.
  package func read(
    turns: Int, ifNeeded isNeeded: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (UnsafeRawPointer?) -> Void
  ) -> Bool {
    guard let engine else { return false }
    engine.post(
      .run { [self] in
        if turns > 0, engine.mailbox.last > engine.turn.processed {
          _ = read(turns: turns - 1, ifNeeded: isNeeded, body)
        } else if isNeeded() {
          read(in: engine, body)
        } else {
          body(nil)
        }
      })
    return true
  }

  private func read(in engine: Engine, _ body: (UnsafeRawPointer?) -> Void) {
    engine.stateLock.acquireForDrain()
    amend(engine)
    state.withLock { state in
      state.isMarked = false
      state.readCount += 1
    }
    engine.stateLock.release()
    // Only the drain writes the state: it stays as it is.
    var isPresent = false
    slice.read(from: engine.root) { value in
      isPresent = true
      body(value)
    }
    if !isPresent { body(nil) }
  }

  /// Changes the slice.
  ///
  /// Never optimized: otherwise the optimizer specializes the reducer table for this action, and
  /// the dispatch of other actions then copies them.
  @inline(never)
  @_optimize(none)
  private func amend(_ engine: Engine) {
    amendment?.reduce(engine.root, Amending(), engine.output)
  }

  // MARK: Ending

  /// Ends the notifications.
  ///
  /// Reads that were requested before still receive the last value of a slice that is absent.
  package func dispose() {
    guard takeHandlers() != nil, let engine else { return }
    engine.monitors.withLock { $0[ObjectIdentifier(self)] = nil }
    engine.remove(self)
    engine.post(
      .run { [slice] in
        engine.endHoldOfPartial(slice)
        engine.release(slice)
      })
  }

  private func takeHandlers() -> Handlers? {
    state.withLock { $0.handlers.take() }
  }
}
