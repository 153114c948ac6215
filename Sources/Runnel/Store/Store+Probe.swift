// SPDX-License-Identifier: MIT

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
  /// - Parameters:
  ///   - probe: The probe.
  ///   - site: The place that adds it.
  ///   - added: Called on the store's queue when the probe has been added, with the root state and
  ///     the number of the last processed action.
  ///   - removed: Called when the probe has been removed, with the root state, or without it when
  ///     the token ends after the store.
  /// - Returns: The token.
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
