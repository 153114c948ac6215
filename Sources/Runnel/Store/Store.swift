// SPDX-License-Identifier: MIT

public import Dispatch

/// A container of one state that changes only through actions.
///
/// ``StoreOf/dispatch(_:file:line:)-5f5q9`` enqueues an action, the reducer updates the state, and
/// the store notifies observers of the changes. An app has one store.
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
/// order. It mutates the state in place and must be a pure function: it returns slow work and side
/// effects as an ``Effect``. Compose the reducers of features with ``Reducer``. A scope is a store
/// of a slice of the state: ``StoreOf/scope(_:file:line:)-(KeyPath<State,Local>Sendable,_,_)``.
///
/// A store lives while it or one of its scopes is strongly referenced, or a subscription is live.
public typealias Store<State: Sendable> = StoreOf<State, any Action>

/// A store whose actions have one type, or any type, as those of a ``Store`` have.
///
/// A feature can use a store of its own type of action, which takes actions with a leading dot:
///
/// ```swift
/// let search = app.scope(\.search, accepting: Search.Action.self)
/// search.dispatch(.typed("x"))
/// ```
///
/// An action of another type doesn't compile. Otherwise, both are the same: they can be observed,
/// scoped, connected and extended, and what is dispatched to a scope reaches the whole store.
public final class StoreOf<State: Sendable, ActionType>: Sendable {
  let lifetime: StoreLifetime
  let slice: Slice
  /// Whom of many dispatched actions are for, or `nil` if they are for all.
  let address: Address?
  /// Decides which values observers receive, in place of `==`.
  let filter: (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
  let site: CallSite
  /// Whether actions have an address, or a value with an identity.
  let isAddressed: Bool

  init(
    lifetime: StoreLifetime, slice: Slice, address: Address?,
    filter: (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool)?, site: CallSite
  ) {
    self.lifetime = lifetime
    self.slice = slice
    self.address = address
    self.filter = filter
    self.site = site
    isAddressed = address != nil || slice.hasIdentity
  }

  deinit {
    engine.release(slice)
  }

  @inline(__always)
  var engine: Engine { lifetime.engine }

  /// The state after the last reduced action.
  ///
  /// It can be read from any thread and is never torn. A reader waits for at most one reducer run,
  /// even during endless actions. Inside an observer, it is at least as new as the delivered value.
  ///
  /// Reading copies: read a part of a large state through a scope, `scope { $0.rows.count }.state`.
  ///
  /// Reading it in the store's own reducer, or in a getter that one of its scopes evaluates, is a
  /// fatal error. A reducer that reads another store depends on timing, and two can deadlock.
  public var state: State { engine.value(of: slice, as: State.self) }

  /// The live subscriptions of this store, or of this slice and its parts, in subscription order.
  ///
  /// O(number of subscriptions).
  public var connections: [SubscriptionInfo] {
    engine.allSubscribers().filter { $0.slice.isWithin(slice) }.map {
      SubscriptionInfo($0.origin, of: $0.slice, deliveryCount: $0.deliveryCount)
    }
  }
}

extension StoreOf: CustomDebugStringConvertible {
  /// The slice and its type, and the file and line that created this store.
  public var debugDescription: String {
    "Store<\(State.self)> of \(slice.path) made at \(site)"
  }
}

/// The shared ownership of a store: its scopes and live subscriptions retain it.
///
/// The engine can live longer, until its pending actions are processed. Effects are canceled with
/// the last owner: one that sends faster than the store reduces doesn't keep the engine alive.
final class StoreLifetime: Sendable {
  let engine: Engine

  init(engine: Engine) {
    self.engine = engine
  }

  deinit {
    engine.retire()
  }
}

extension StoreOf where ActionType == any Action {
  /// Creates a store with an initial state and a composed reducer.
  ///
  /// The store's private serial queue targets `queue`; its other work and the reducers wait for
  /// each other. Prefer a serial queue without a target: with a concurrent one, or one that targets
  /// another, ``send(_:file:line:)-(Action,_,_)`` can return early. Of a global queue, the store
  /// takes the priority. An action passes `middleware` in order before the reducer. All effects use
  /// `clock`. `onError` receives each error that leaves an effect: see ``onError(_:file:line:)``.
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
      probes: [], onError: onError, site: CallSite(file: file, line: line))
  }

  /// Creates a store with a reducer that is a function or a closure without effects.
  ///
  /// With effects, pass ``Reducer/on(_:)``. For the other parameters, see the initializer with one.
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

  // Not a default reducer in the first one: a closure of one parameter behind `Store(state: s)`
  // would be its `onError`.
  /// Creates a store that accepts actions and ignores them, for previews and tests.
  public convenience init(
    state: State,
    clock: any Clock<Duration> = ContinuousClock(),
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(state: state, reducer: Reducer([]), clock: clock, file: file, line: line)
  }

  package convenience init(
    state: State, reducer: Reducer<State>, queue: DispatchQueue? = nil,
    middleware: [Middleware<State>] = [], clock: any Clock<Duration> = ContinuousClock(),
    scheduler: (any EffectScheduler)? = nil, probes: [Probe] = [],
    onError: (@Sendable (EffectFailure) -> Void)? = nil, site: CallSite
  ) {
    let engine = Engine(
      state: state,
      targetQueue: queue,
      label: "Runnel.Store<\(State.self)>",
      probes: probes + middleware.compactMap { $0.probe?(state) },
      site: site,
      reducers: reducer.compiled,
      middleware: middleware.compactMap(\.stage),
      clock: clock,
      scheduler: scheduler ?? (clock as? any VirtualClock)?.scheduler
    )
    engine.slices.retain(engine.rootSlice)
    self.init(
      lifetime: StoreLifetime(engine: engine), slice: engine.rootSlice, address: nil, filter: nil,
      site: site)
    if let onError {
      _ = engine.effects.failureListeners.withLock { $0.add(onError) }
    }
  }
}
