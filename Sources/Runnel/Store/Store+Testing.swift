// SPDX-License-Identifier: MIT

package import Dispatch

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
  package var hasReportedLoop: Bool { engine.loopReported.withLock { $0 } }

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
