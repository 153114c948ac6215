// SPDX-License-Identifier: MIT

/// A subscriber that is notified of the first change, and reads the value when its owner needs it.
///
/// Nothing of the state is copied until then, and after a notification, further changes cost
/// nothing until the read. It doesn't retain the store, whose end ends it.
///
/// `@unchecked`: loading a weak reference is safe from any thread, and `engine` is set in `init`
/// only; only the drain uses `amendment`; the rest is inside `Locked`.
package final class ChangeMonitor: SliceSubscriber, @unchecked Sendable {
  package enum Event {
    /// The first change after a read, on the drain, with nothing locked.
    case changed
    /// The last reference to the store has been released. Its pending actions come later.
    case released
    /// The store is deallocated, with its last value.
    case ended(UnsafeRawPointer)
  }

  package typealias Handler = @Sendable (Event) -> Void

  /// An action that no reducer of the store receives.
  private struct Amending: Action {}

  private struct State {
    var isMarked = false
    var readCount = 0
    /// `nil` after the end.
    var handle: Handler?
  }

  private weak var engine: Engine?
  private let state: Locked<State>
  /// A reducer of the root that changes the slice before each read, if the slice can be written.
  private let amendment: ReducerTable?

  /// Creates a monitor whose handler is released at the end, and whose slice `amendment` changes.
  init(
    engine: Engine, slice: Slice, amendment: [CompiledReducer], site: CallSite,
    handle: @escaping Handler
  ) {
    self.engine = engine
    self.amendment =
      amendment.isEmpty ? nil : slice.lifted(amendment).map { ReducerTable($0) }
    state = Locked(State(handle: handle))
    super.init(
      slice: slice, origin: SubscriptionOrigin(.persistence, .loose, .latest, at: site))
    engine.hold(slice, site: site)
    engine.add(self)
    engine.monitors.withLock { $0.insert(self) }
  }

  override var hasEnded: Bool { state.withLock { $0.handle == nil } }
  override var deliveryCount: Int { state.withLock { $0.readCount } }

  /// Whether a wait of the calling thread would block the drain.
  package var isOnStoreQueue: Bool {
    guard let engine else { return false }
    return CallContext.current(in: engine) != nil || engine.isOnQueue
  }

  override var needsNotification: Bool { state.withLock { !$0.isMarked } }

  override func notify(_ notification: Notification) {
    let handle = state.withLock { state in
      defer { state.isMarked = true }
      return state.isMarked ? nil : state.handle
    }
    handle?(.changed)
  }

  func release() {
    state.withLock { $0.handle }?(.released)
  }

  /// Processes the store's pending actions here, if the store needs this thread for it.
  ///
  /// Returns `false` if the store can't process them while this thread waits.
  package func drainBeforeWaiting() -> Bool {
    engine?.drainBeforeWaiting() ?? true
  }

  override func finish(root: UnsafeRawPointer, version: UInt64) {
    guard let handle = end() else { return }
    slice.read(from: root) { handle(.ended($0)) }
  }

  /// Requests a notification of the next change, even if the value hasn't been read.
  package func rearm() {
    state.withLock { $0.isMarked = false }
  }

  /// Calls `body` on the drain with the value, after all actions dispatched before this call.
  ///
  /// `body`, which is no user code, receives `nil` if the slice has never existed or isn't needed.
  /// It runs on the calling thread if that is the drain, or belongs to the store's queue.
  ///
  /// - Parameters:
  ///   - turns: How often actions that pending ones have dispatched come first, maybe endlessly.
  ///   - isNeeded: Decides on the drain whether the value is read.
  ///   - body: Called once.
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

  /// Never optimized: the optimizer specializes the reducer table for this action otherwise, and
  /// the dispatch of other actions then copies them.
  @inline(never)
  @_optimize(none)
  private func amend(_ engine: Engine) {
    amendment?.reduce(engine.root, Amending(), engine.output)
  }

  /// Ends the notifications, while earlier requests still read the last value of an absent slice.
  package func dispose() {
    guard end() != nil, let engine else { return }
    engine.monitors.withLock { _ = $0.remove(self) }
    engine.remove(self)
    engine.post(.run { [slice] in engine.endHold(of: slice) })
  }

  private func end() -> Handler? {
    state.withLock { $0.handle.take() }
  }
}
