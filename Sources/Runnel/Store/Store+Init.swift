// SPDX-License-Identifier: MIT

public import Dispatch

extension StoreOf where ActionType == any Action {
  /// Creates a store with an initial state and a composed reducer.
  ///
  /// The store's private serial queue targets `queue`; its other work and the reducers wait for
  /// each other. Prefer a serial queue without a target: with a concurrent one, or one that targets
  /// another, ``send(_:file:line:)-(Action,_,_)`` can return early. Of a global queue, the store
  /// takes the priority. An action passes `middleware` in order before the reducer. All effects use
  /// `clock`. `onError` receives each error that leaves an effect as long as the store exists: see
  /// ``onError(_:file:line:)``.
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
