// SPDX-License-Identifier: MIT

/// Dynamic reducers with a key, for `RunnelUDF`.
extension StoreOf {
  /// Adds a dynamic reducer under a key, replacing the one with the same key.
  ///
  /// A key belongs to this slice of the state, to the instance, and to `disposer` if there is one.
  /// Two features can therefore use the same key, and so can one in two slices. The reducer lasts
  /// until it is removed or replaced, its disposer ends it, or the store is deallocated. A
  /// replacement runs after all other reducers; each action is handled by exactly one of the two.
  package func setReducer(
    _ reducer: Reducer<State>,
    forKey key: String,
    ownedBy disposer: Disposer? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let lifted = lift(reducer, CallSite(file: file, line: line))
    let dynamicKey = dynamicKey(key, disposer)
    let owner = slice.owner.slice
    let token = engine.dynamicReducers.replace(dynamicKey, of: owner, lifted) { replaced, number in
      engine.post(.change(removing: replaced, adding: lifted, as: number))
      // While the slice has a keyed reducer, later calls must find the same slice.
      if replaced == nil { engine.slices.retain(owner) }
      if disposer == nil { return nil }
      return Disposable(file: file, line: line) { [weak engine] in
        engine?.removeDynamicReducer(dynamicKey, number)
      }
    }
    if let disposer { token?.dispose(on: disposer) }
  }

  /// Removes the dynamic reducer that the same owner added here under a key, if there is one.
  package func removeReducer(forKey key: String, ownedBy disposer: Disposer? = nil) {
    engine.removeDynamicReducer(dynamicKey(key, disposer))
  }

  private func dynamicKey(_ name: String, _ disposer: Disposer?) -> DynamicReducers.Key {
    let owner = slice.owner
    return DynamicReducers.Key(
      slice: ObjectIdentifier(owner.slice), type: ObjectIdentifier(State.self),
      caseName: owner.caseName, disposer: disposer.map { ObjectIdentifier($0) }, name: name,
      address: address)
  }
}
