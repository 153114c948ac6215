// SPDX-License-Identifier: MIT

public import Dispatch

/// One state, changed by nothing but actions.
///
/// An app has one store. Its state is a value; ``dispatch(_:file:line:)`` says what happened, the reducer
/// decides what that means for the state, and whoever observes is told what has changed.
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
/// The reducer runs on the store's private serial queue, for one action at a time, in the order in which
/// they were dispatched, and changes the state in place. Keep it a pure function: what takes time or
/// reaches outside it returns as an ``Effect``. An app of several features composes theirs by
/// ``Reducer``.
///
/// Part of the state is reached with ``scope(_:file:line:)-(KeyPath<State,Local>Sendable,_,_)``. A scope is a
/// store, too: it can be handed to code that has never heard of the rest of the state.
///
/// A store lives as long as somebody holds it, or a scope of it, or a live subscription.
public final class Store<State: Sendable>: ActionDispatcher, Sendable {
  let engine: Engine
  let node: Node
  /// What may be dispatched here, if that is not everything.
  let accepted: AcceptedActions?
  private let site: CallSite

  /// A store with a state, and a reducer to change it.
  ///
  /// - Parameters:
  ///   - state: The state to begin with.
  ///   - reducer: A free function or a closure. It runs on the store's queue, one action at a time, and
  ///     must not read this store's ``state``: it has the state in its hands. It returns nothing, or an
  ///     ``Effect`` or a ``SideEffect`` for what else is to be done.
  ///   - queue: A serial queue to reduce on, in place of one of the store's own. Other work may share
  ///     it, and then waits for reducers and has them wait for it. A concurrent queue is refused.
  ///   - middleware: What actions pass on their way to the reducer, in order.
  ///   - clock: What all effects of the store go by.
  ///   - onError: Told of each error that leaves an effect, as ``onError(_:file:line:)`` is, as long as the
  ///     store is there.
  ///   - file: The file in which the store is made.
  ///   - line: The line in which the store is made.
  @preconcurrency
  public convenience init<Returned>(
    state: State,
    reducer: sending @escaping (inout State, any Action) -> Returned,
    queue: DispatchQueue? = nil,
    middleware: [Middleware<State>] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    onError: (@Sendable (EffectFailure) -> Void)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    // `nonisolated(unsafe)`: the closure was handed over for good, and is called by this store's drain only.
    nonisolated(unsafe) let reducer = reducer
    self.init(
      state: state,
      reducer: Reducer(file: file, line: line) { reducer(&$0, $1) },
      queue: queue,
      middleware: middleware,
      clock: clock,
      onError: onError,
      file: file,
      line: line
    )
  }

  /// A store with a state, and a reducer to change it that returns effects, and speaks of them by a leading
  /// dot.
  ///
  /// The compiler turns to this last, so that a closure without `return` returns nothing.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public convenience init(
    state: State,
    reducer: sending @escaping (inout State, any Action) -> Effect,
    queue: DispatchQueue? = nil,
    middleware: [Middleware<State>] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    onError: (@Sendable (EffectFailure) -> Void)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      state: state,
      reducer: reducer,
      queue: queue,
      middleware: middleware,
      clock: clock,
      onError: onError,
      file: file,
      line: line
    )
  }

  /// A store with a state, and a reducer to change it that returns objects for what else is to be done.
  ///
  /// For code that is taken over from UDF: see ``SideEffect``. The compiler turns to this last.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public convenience init(
    state: State,
    reducer: sending @escaping (inout State, any Action) -> (any SideEffect)?,
    queue: DispatchQueue? = nil,
    middleware: [Middleware<State>] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    onError: (@Sendable (EffectFailure) -> Void)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line,
    column: UInt = #column
  ) {
    // `column` is there for the compiler: of two that fit, it prefers the one with fewer parameters.
    self.init(
      state: state,
      reducer: reducer,
      queue: queue,
      middleware: middleware,
      clock: clock,
      onError: onError,
      file: file,
      line: line
    )
  }

  /// A store with a state, and a composed reducer to change it.
  ///
  /// - Parameters:
  ///   - state: The state to begin with.
  ///   - reducer: What actions mean for the state. It runs on the store's queue, one action at a time.
  ///   - queue: A serial queue to reduce on, in place of one of the store's own. Other work may share
  ///     it, and then waits for reducers and has them wait for it. A concurrent queue is refused.
  ///   - middleware: What actions pass on their way to the reducer, in order.
  ///   - clock: What all effects of the store go by.
  ///   - onError: Told of each error that leaves an effect, as ``onError(_:file:line:)`` is, as long as the
  ///     store is there.
  ///   - file: The file in which the store is made.
  ///   - line: The line in which the store is made.
  public convenience init(
    state: State,
    reducer: Reducer<State>,
    queue: DispatchQueue? = nil,
    middleware: [Middleware<State>] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    onError: (@Sendable (EffectFailure) -> Void)? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      state: state,
      reducer: reducer,
      queue: queue,
      middleware: middleware,
      clock: clock,
      hooks: nil,
      onError: onError,
      site: CallSite(file: file, line: line)
    )
  }

  /// A store whose state never changes, for previews and tests. It takes actions and ignores them.
  public convenience init(
    state: State,
    clock: any Clock<Duration> = ContinuousClock(),
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(
      state: state,
      reducer: Reducer(entries: []),
      clock: clock,
      site: CallSite(file: file, line: line)
    )
  }

  /// A root store that somebody looks into.
  package init(
    state: State,
    reducer: Reducer<State>,
    queue: DispatchQueue? = nil,
    middleware: [Middleware<State>] = [],
    clock: any Clock<Duration> = ContinuousClock(),
    workload: (any Workload)? = nil,
    hooks: Hooks? = nil,
    onError: (@Sendable (EffectFailure) -> Void)? = nil,
    site: CallSite
  ) {
    if let queue, QueueKind.isConcurrent(queue) {
      Misuse.concurrentQueue(label: queue.label, at: site).trap()
    }
    let workload = workload ?? (clock as? any VirtualClock)?.workload
    let queue =
      queue ?? DispatchQueue(label: "Runnel.Store<\(State.self)>", target: workload?.queue)
    engine = Engine(
      state: state,
      queue: queue,
      hooks: middleware.compactMap(\.hooks).map { $0(state) }.reduce(hooks) { $0?.and($1) ?? $1 },
      site: site,
      table: ReducerTable(reducer.entries),
      middleware: middleware.compactMap(\.handle).map(RootMiddleware.init),
      clock: clock,
      workload: workload
    )
    node = engine.rootNode(of: State.self)
    accepted = nil
    self.site = site
    if let onError { engine.effects.onFailure(onError) }
  }

  /// A scope. The caller has counted it in as a user of `node`, and had it kept.
  init(engine: Engine, node: Node, accepted: AcceptedActions?, site: CallSite) {
    self.engine = engine
    self.node = node
    self.accepted = accepted
    self.site = site
  }

  deinit {
    engine.release(node)
  }

  /// The state after the last action that has been reduced.
  ///
  /// May be read from any thread, and is never torn. It waits for one reducer at most, also while
  /// actions pour in. A copy is returned; of a state with a large array, read what you need through a
  /// scope, as in `store.scope { $0.rows.count }.state`.
  ///
  /// Inside an observer it is at least as new as the value that the observer was given. Inside the
  /// store's own reducer, or a getter that a scope of it reads through, there is no state to read: that
  /// is a programmer error, which ends the program with a message.
  ///
  /// A store that another store's reducer reads works, and makes that reducer depend on the moment:
  /// two stores whose reducers read each other may wait for each other for ever.
  public var state: State { engine.value(of: node, as: State.self) }

  // MARK: Dispatching

  /// Takes an action without recording where it comes from.
  @_disfavoredOverload
  public func dispatch(_ action: any Action) {
    dispatch(action, from: CallSite(file: "?", line: 0))
  }

  /// Takes an action from a place in the source.
  public func dispatch(_ action: any Action, from site: CallSite) {
    if let accepted, !accepted.contains(action) {
      return Misuse.foreignAction(action, accepted: accepted.types, at: site).warn()
    }
    engine.dispatch(action, from: site)
  }

  /// Takes an action, to be reduced as soon as those before it have been.
  ///
  /// May be called from any thread, from a reducer, an observer, a component. It never blocks on a
  /// reducer, and returns before the action has been reduced; wait for that with ``settled()``. Actions
  /// from one thread are reduced in the order in which it dispatched them, each of them once. Dispatched
  /// from a reducer or an observer, an action is reduced after the present one and all that wait.
  ///
  /// Dispatching to a scope is the same as dispatching to the store that it is a scope of. O(1).
  public func dispatch(_ action: any Action, file: StaticString = #fileID, line: UInt = #line) {
    dispatch(action, from: CallSite(file: file, line: line))
  }

  // MARK: Settling

  /// Returns when every action dispatched before the call has been reduced and announced.
  ///
  /// Announced means that everybody who observes has been told, also on other queues: components show
  /// what the actions led to. What is dispatched after the call is not waited for, so this returns even
  /// while actions pour in. It waits as long as an observer's queue is blocked.
  public func settled() async {
    await settled(includingEffects: false)
  }

  /// Returns when every action dispatched before the call has been reduced and announced, and, if asked for,
  /// everything has come to its end that these actions began.
  ///
  /// That is: their effects have ended, the actions that these sent have been reduced and announced, the
  /// effects of those have ended, and so on. Effects that never end keep this waiting for ever, and so does a
  /// clock that nobody moves. What goes on by ``bind(_:file:line:)-(Effect,_,_)``,
  /// ``run(while:file:line:_:)-(KeyPath<State,Bool>Sendable,_,_,_)`` and ``run(forEach:file:line:_:)`` is not
  /// waited for.
  public func settled(includingEffects: Bool) async {
    // A continuation that is resumed before it is awaited goes on without a step that ThreadSanitizer sees;
    // this lock is one.
    let isSettled = Locked(false)
    await withCheckedContinuation { continuation in
      engine.whenSettled(includingEffects, blocksMain: false) {
        isSettled.withLock { $0 = true }
        continuation.resume()
      }
    }
    isSettled.withLock { precondition($0) }
  }

  /// Blocks the calling thread until every action dispatched before the call has been reduced and
  /// announced. For scripts; where there is `await`, use ``settled()``.
  ///
  /// On the main thread it does not wait for what is on its way to the main queue, which cannot get there
  /// before this returns. Do not call it on another queue to which this store delivers: it would wait
  /// for itself for ever. Where this can be seen, in a reducer, an observer, a connector or a component's
  /// `didSet`, it is a programmer error, which ends the program with a message.
  ///
  /// - Parameters:
  ///   - includingEffects: Whether to wait as ``settled(includingEffects:)`` does. On the main thread an
  ///     effect that needs the main actor would never end.
  ///   - file: The file of the call.
  ///   - line: The line of the call.
  @available(*, noasync, message: "Use settled() where there is await.")
  public func waitUntilSettled(
    includingEffects: Bool = false,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let site = CallSite(file: file, line: line)
    if Activity.current(in: engine) != nil || engine.isOnQueue {
      Misuse.waitInside(site).trap()
    }
    let isSettled = DispatchSemaphore(value: 0)
    engine.whenSettled(includingEffects, blocksMain: QueueKind.isMain) {
      isSettled.signal()
    }
    isSettled.wait()
  }

  // MARK: Looking inside

  /// The live subscriptions of this store, or of this slice and what is inside it, in the order in
  /// which they were made: who consumes which part of the state. O(number of subscriptions).
  public var connections: [Connection] {
    engine.allLanes().filter { $0.node.isWithin(node) }.map(\.connection)
  }
}

extension Store: CustomDebugStringConvertible {
  /// Which slice of which state this is a store of, and where it was made.
  public var debugDescription: String {
    "Store<\(State.self)> of \(node.path) made at \(site)"
  }
}
