// SPDX-License-Identifier: MIT

public import Dispatch

/// A container of one state that changes only through actions.
///
/// ``dispatch(_:file:line:)`` enqueues an action, the reducer updates the state, and the store
/// notifies observers of the changes. An app has one store.
///
/// ```swift
/// struct AppState: Equatable, Sendable { var counter = 0 }
/// enum CounterAction: Action { case incremented, decremented }
///
/// let store = Store(state: AppState()) { state, action in
///   guard let action = action as? CounterAction else { return }
///   state.counter += action == .incremented ? 1 : -1
/// }
/// store.dispatch(CounterAction.incremented)
/// await store.settled()
/// print(store.state.counter)  // 1
/// ```
///
/// The reducer runs on the store's private serial queue, for one action at a time, in dispatch
/// order, and mutates the state in place. It must be a pure function: it returns slow work and side
/// effects as an ``Effect``. Compose the reducers of several features with ``Reducer``. A scope
/// (``scope(_:file:line:)``) is a store of a slice of the state.
///
/// A store lives while it or one of its scopes is strongly referenced, or a subscription is live.
public final class Store<State: Sendable>: ActionDispatcher, Sendable {
  let lifetime: StoreLifetime
  let slice: Slice
  /// The types of action that can be dispatched here, or `nil` if every type can.
  let accepted: AcceptedActions?
  /// A comparison that decides which values observers receive, in place of `==`.
  let filter: (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  let site: CallSite

  /// Creates a store with an initial state and a composed reducer.
  ///
  /// The store's private serial queue targets `queue`, which can be concurrent; if it is serial,
  /// its other work and the reducers wait for each other. An action passes `middleware` in order
  /// before the reducer. All effects use `clock`. `onError` receives each error that leaves an
  /// effect, as long as the store exists: see ``onError(_:file:line:)``.
  public convenience init(
    state: State,
    reducer: Reducer<State>,
    queue: DispatchQueue? = nil,
    middleware: [Middleware<State>] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    onError: (@Sendable (EffectFailure) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      state: state, reducer: reducer, queue: queue, middleware: middleware, clock: clock,
      hooks: nil, onError: onError, site: CallSite(file: file, line: line))
  }

  /// Creates a store with a reducer that is a function or a closure without effects.
  ///
  /// With effects, pass ``Reducer/on(_:)``. The other parameters are those of the initializer that
  /// takes a ``Reducer``.
  @preconcurrency
  public convenience init(
    state: State,
    reducer: sending @escaping (inout State, any Action) -> Void,
    queue: DispatchQueue? = nil,
    middleware: [Middleware<State>] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    onError: (@Sendable (EffectFailure) -> Void)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    // `nonisolated(unsafe)`: the closure was transferred to the store, and only the drain calls it.
    nonisolated(unsafe) let reducer = reducer
    self.init(
      state: state, reducer: .updating { reducer(&$0, $1) }, queue: queue, middleware: middleware,
      clock: clock, onError: onError, file: file, line: line)
  }

  /// Creates a store that accepts actions and ignores them, for previews and tests.
  public convenience init(
    state: State,
    clock: any Clock<Duration> = ContinuousClock(),
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(state: state, reducer: Reducer([]), clock: clock, file: file, line: line)
  }

  /// Creates a root store with hooks and a scheduler, for tests and tools.
  package init(
    state: State, reducer: Reducer<State>, queue: DispatchQueue? = nil,
    middleware: [Middleware<State>] = [], clock: any Clock<Duration> = ContinuousClock(),
    scheduler: (any EffectScheduler)? = nil, hooks: Hooks? = nil,
    onError: (@Sendable (EffectFailure) -> Void)? = nil, site: CallSite
  ) {
    let engine = Engine(
      state: state,
      targetQueue: queue,
      label: "Runnel.Store<\(State.self)>",
      hooks: middleware.compactMap(\.hooks).map { $0(state) }.reduce(hooks) { $0?.and($1) ?? $1 },
      site: site,
      table: ReducerTable(reducer.compiled),
      middleware: middleware.filter { $0.handle != nil },
      clock: clock,
      scheduler: scheduler ?? (clock as? any VirtualClock)?.scheduler
    )
    lifetime = StoreLifetime(engine: engine)
    slice = engine.rootSlice
    engine.slices.retain(slice)
    accepted = nil
    filter = nil
    self.site = site
    if let onError {
      engine.effects.failureListeners.withLock { $0.append(FailureListener(onError)) }
    }
  }

  /// Creates a scope of a slice that the caller has retained.
  init(
    lifetime: StoreLifetime, slice: Slice, accepted: AcceptedActions?,
    filter: (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool)?, site: CallSite
  ) {
    self.lifetime = lifetime
    self.slice = slice
    self.accepted = accepted
    self.filter = filter
    self.site = site
  }

  deinit {
    engine.release(slice)
  }

  @inline(__always)
  var engine: Engine { lifetime.engine }

  /// The state after the last reduced action.
  ///
  /// It can be read from any thread and is never torn. A reader waits for at most one reducer run,
  /// even during an endless stream of actions. Inside an observer, the state is at least as new as
  /// the delivered value.
  ///
  /// Reading returns a copy. Read a part of a large state through a scope, such as
  /// `store.scope { $0.rows.count }.state`.
  ///
  /// Reading it in the store's own reducer, or in a getter that a scope of it evaluates, is a fatal
  /// error. A reducer that reads another store depends on timing, and can deadlock if that store's
  /// reducer reads this one.
  public var state: State { engine.value(of: slice, as: State.self) }

  // MARK: Dispatching

  /// Dispatches an action without recording the caller.
  @_disfavoredOverload
  public func dispatch(_ action: any Action) {
    dispatch(action, from: CallSite(file: "?", line: 0))
  }

  /// Dispatches an action from a call site.
  public func dispatch(_ action: any Action, from site: CallSite) {
    if let accepted, !accepted.contains(action) {
      return Misuse.unacceptedAction(action, accepted: accepted.types, at: site).warn()
    }
    // The store retains the engine. Retaining it again would write to memory that the dispatching
    // threads share.
    Unmanaged.passUnretained(lifetime.engine)._withUnsafeGuaranteedRef {
      $0.dispatch(action, from: site)
    }
  }

  /// Dispatches an action, which is reduced after every action that is already pending.
  ///
  /// It can be called from any thread: from a reducer, an observer, a component, an effect. It
  /// never blocks on a reducer. The action has not been reduced when the call returns; to wait for
  /// that, use ``settled()``. Task-local values of the caller reach neither reducers nor effects.
  ///
  /// Actions dispatched from one thread are reduced in dispatch order, each exactly once. An action
  /// dispatched to a scope reaches the whole store. O(1).
  public func dispatch(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
    dispatch(action, from: CallSite(file: file, line: line))
  }

  // MARK: Settling

  /// Returns when every action dispatched before the call has been reduced and delivered.
  ///
  /// An action is delivered when every observer has been notified, on other queues too: components
  /// have the resulting props. Later actions don't count, so this returns even during an endless
  /// stream of actions. It waits as long as an observer's queue is blocked.
  public func settled() async {
    await settled(includingEffects: false)
  }

  /// Returns when earlier actions and, optionally, everything that they started have finished.
  ///
  /// It waits as ``settled()`` does. With `includingEffects`, it also waits for the effects of
  /// those actions, for the actions that these effects dispatch, for their effects, and so on. An
  /// effect that never ends, or a clock that is never advanced, keeps it waiting forever.
  ///
  /// It doesn't wait for ``bind(_:file:line:)-(Effect,_,_)``,
  /// ``run(while:file:line:_:)-(KeyPath<State,Bool>Sendable,_,_,_)`` and
  /// ``run(forEach:file:line:_:)``.
  public func settled(includingEffects: Bool) async {
    await returned { engine.whenSettled(includingEffects, blocksMain: false, $0) }
  }

  /// Returns when the function that `start` receives has been called.
  ///
  /// ThreadSanitizer detects no synchronization if a continuation is resumed before it is awaited.
  /// The lock provides it.
  func returned(_ start: (@escaping @Sendable () -> Void) -> Void) async {
    let hasReturned = Locked(false)
    await withCheckedContinuation { continuation in
      start {
        hasReturned.withLock { $0 = true }
        continuation.resume()
      }
    }
    hasReturned.withLock { precondition($0) }
  }

  /// Blocks the calling thread until earlier actions have been reduced and delivered.
  ///
  /// For scripts; in asynchronous code, use ``settled()``. With `includingEffects`, it waits as
  /// ``settled(includingEffects:)`` does. On the main thread it doesn't wait for deliveries to the
  /// main queue, which cannot run before this returns, and an effect that needs the main actor
  /// would never end. Don't call it on another queue to which this store delivers: it would wait
  /// forever. In a reducer, an observer, a connector or a component's `didSet`, this is detected
  /// and is a fatal error.
  @available(*, noasync, message: "Use settled() where there is await.")
  public func waitUntilSettled(
    includingEffects: Bool = false,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let site = CallSite(file: file, line: line)
    if CallContext.current(in: engine) != nil || engine.isOnQueue {
      Misuse.waitInObserver(site).trap()
    }
    let isSettled = DispatchSemaphore(value: 0)
    engine.whenSettled(includingEffects, blocksMain: MainQueue.isCurrent) {
      isSettled.signal()
    }
    isSettled.wait()
  }

  // MARK: Debugging

  /// The live subscriptions of this store, or of this slice and its parts, in subscription order.
  ///
  /// O(number of subscriptions).
  public var connections: [Connection] {
    engine.allSubscribers().filter { $0.slice.isWithin(slice) }.map(\.connection)
  }
}

extension Store: CustomDebugStringConvertible {
  /// The slice and its type, and the file and line that created this store.
  public var debugDescription: String {
    "Store<\(State.self)> of \(slice.path) made at \(site)"
  }
}
