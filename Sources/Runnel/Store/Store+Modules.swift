// SPDX-License-Identifier: MIT

package import Dispatch
import Synchronization

/// What other modules of this package use, besides `Probe`, `EffectScheduler` and `ChangeMonitor`.
extension StoreOf {
  package var effects: EffectRunner { engine.effects }

  package var warningHandler: (@Sendable (Misuse) -> Void)? { engine.warningHandler }

  /// The state, and whether it exists and isn't the last one of a value that has disappeared.
  package var stateAndPresence: (state: State, isPresent: Bool) {
    let (state, isPresent): (State, Bool) = engine.valueAndPresence(of: slice)
    return (state, isPresent)
  }

  package var canDisappear: Bool { slice.last != nil }

  /// Whether the value has been removed, and not replaced by another case or identity.
  package var isRemoved: Bool { engine.isRemoved(slice) }

  /// Returns a monitor of the state, for saving, which doesn't retain the store.
  ///
  /// `amend` changes the state before each read, on the store's queue, if it can be written. No
  /// observer is notified: no comparison may see the change. `handle` is released at the end.
  package func monitor(
    amending amend: (@Sendable (inout State) -> Void)?, at site: CallSite,
    _ handle: @escaping ChangeMonitor.Handler
  ) -> ChangeMonitor {
    let amendment = amend.map { amend in
      Reducer<State>(type: nil) { state, _, _ in
        amend(&state.assumingMemoryBound(to: State.self).pointee)
        return false
      }
    }
    return ChangeMonitor(
      engine: engine, slice: slice, amendment: amendment?.compiled ?? [], site: site,
      handle: handle)
  }

  package func hasEffects(countingOwned: Bool) -> Bool {
    engine.effects.isBusy(countingOwned: countingOwned)
  }

  /// The running effects of reducers: others last as long as their owners.
  package var unownedEffects: [RunningEffect] {
    engine.effects.running(includingOwned: false)
  }

  package func cancelUnownedEffects() {
    engine.effects.update { $0.cancelUnowned() }
  }

  /// Cancels the effects of reducers, and starts none that a reducer returns from now on.
  package func retireEffects() {
    engine.retireEffects()
  }

  /// An endless chain of actions has been reported.
  package var hasReportedLoop: Bool { engine.loopReported.load(ordering: .relaxed) }

  /// Sets when subscriptions begin and end, before the store has a user.
  package func setTiming(_ timing: SubscriptionTiming) {
    engine.timing = timing
  }

  /// Observes each state from the one on that the actions dispatched before lead to.
  package func observeAfterEarlierActions(
    on queue: DispatchQueue?, file: StaticString, line: UInt,
    _ observer: sending @escaping (State) -> Void
  ) -> Disposable {
    var origin = SubscriptionOrigin(.observer, .exact, at: CallSite(file: file, line: line))
    origin.isLate = true
    let subscription = subscribe(origin, on: queue, ValueSink(lifetime, observer))
    subscription.start()
    return Disposable(subscription)
  }

  package func listen(
    on queue: DispatchQueue?, at site: CallSite,
    _ listener: sending @escaping (State, ActionType) -> Void
  ) -> Disposable {
    listen(on: queue, .listener, at: site, listener)
  }

  /// Calls `work` on the store's own queue when every action dispatched before has been reduced.
  package func afterEarlierActions(_ work: @escaping @Sendable () -> Void) {
    engine.post(.run(work))
  }

  /// Returns when everything enqueued on the store's own queue before the call has run.
  package func queueIsFree() async {
    await returned { engine.queue.async(execute: $0) }
  }
}

/// What `RunnelInsight` uses. The functions neither retain the store nor need this scope.
extension StoreOf {
  /// Reads the state of this store from the root state, or `nil`, while the state doesn't change.
  package var reader: @Sendable (_ root: UnsafeRawPointer) -> State? {
    { [slice] root in
      var state: State?
      slice.readIfPresent(from: root) { state = $0.assumingMemoryBound(to: State.self).pointee }
      return state
    }
  }

  /// Adds a probe for the actions that are dispatched until the returned token ends.
  ///
  /// `added` is called on the store's queue with the root state and the number of the last
  /// processed action, `removed` with the root state, or without it after the store's end.
  package func add(
    _ probe: Probe, at site: CallSite,
    whenAdded added: @escaping @Sendable (_ root: UnsafeRawPointer, _ processed: UInt64) -> Void,
    whenRemoved removed: @escaping @Sendable (_ root: UnsafeRawPointer?) -> Void = { _ in }
  ) -> Disposable {
    let number = engine.add(probe) { [weak engine] in
      if let engine { added(engine.root, engine.turn.processed) }
    }
    return Disposable(at: site) { [weak engine] in
      guard let engine else { return removed(nil) }
      engine.removeProbe(number) { [weak engine] in removed(engine?.root) }
    }
  }

  /// Calls a closure on the store's queue with the root state, after all actions dispatched before,
  /// or at once without the state when the store is gone.
  package var afterEarlierActions:
    @Sendable (_ work: @escaping @Sendable (UnsafeRawPointer?) -> Void) -> Void
  {
    { [weak engine] work in
      guard let engine else { return work(nil) }
      engine.post(.run { [weak engine] in work(engine?.root) })
    }
  }

  /// The paths of reducers from the root, by the bytes that they may write: O(number of reducers).
  package var reducerPaths: @Sendable () -> [(range: Range<Int>, path: String)] {
    { [weak engine] in
      guard let engine else { return [] }
      let root = "\\\(engine.rootSlice.type.type)"
      return (engine.composed + engine.dynamicReducers.outlines).map {
        ($0.range, root + $0.steps.text)
      }
    }
  }

  /// Dispatches to this store, if that is still alive, even an action that it doesn't accept.
  package var weakDispatch: @Sendable (any Action, CallSite) -> Void {
    { [weak lifetime, slice, address] action, site in
      lifetime?.engine.dispatch(action, to: address, of: slice.identity, from: site)
    }
  }

  /// Returns a function that dispatches an action which `reducer` handles, after all others, or
  /// `nil` if the slice can't be written.
  package func weakDispatch(
    handledBy reducer: Reducer<State>
  ) -> (@Sendable (any Action, CallSite) -> Void)? {
    guard let lifted = slice.lifted(reducer.compiled) else { return nil }
    return { [weak lifetime, slice] action, site in
      guard let engine = lifetime?.engine else { return }
      let number = engine.dynamicReducers.add(lifted)
      engine.post(.change(removing: nil, adding: lifted, as: number))
      engine.dispatch(action, of: slice.identity, from: site)
      engine.dynamicReducers.remove(number)
      engine.post(.change(removing: number, adding: [], as: 0))
    }
  }

  /// Dispatches an action that a reducer of its own handles, after all others.
  ///
  /// A slice that can't be written is a fatal error.
  package func dispatch(
    _ action: any Action, handledBy reducer: Reducer<State>, from site: CallSite
  ) {
    guard let dispatch = weakDispatch(handledBy: reducer) else {
      Misuse.reducerOfReadOnlySlice(debugDescription, at: site).trap()
    }
    dispatch(action, site)
  }
}
