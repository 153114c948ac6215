// SPDX-License-Identifier: MIT

/// Dynamic reducers with a key, for `RunnelUDF`.
extension StoreOf {
  /// Adds a dynamic reducer under a key, replacing the one with the same key.
  ///
  /// A key belongs to `disposer` if there is one, otherwise to this slice of the state, and in both
  /// cases to the instance. Two features can therefore use the same key. The reducer lasts until it
  /// is removed or replaced, its disposer ends it, or the store is deallocated. A replacement runs
  /// after all other reducers; each action is handled by exactly one of the two.
  package func setReducer(
    _ reducer: Reducer<State>,
    forKey key: String,
    ownedBy disposer: Disposer? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let lifted = lift(reducer, CallSite(file: file, line: line))
    let dynamicKey = dynamicKey(key, disposer)
    let owner = slice.owner.slice
    let token = engine.dynamicReducers.replace(dynamicKey, lifted) { replaced, number in
      engine.post(.change(removing: replaced, adding: lifted, as: number))
      guard disposer != nil else {
        // While the slice has a keyed reducer, later calls must find the same slice.
        if replaced == nil { engine.slices.retain(owner) }
        return nil
      }
      return Disposable(file: file, line: line) { [weak engine] in
        _ = engine?.removeDynamicReducer(dynamicKey, number)
      }
    }
    if let disposer { token?.dispose(on: disposer) }
  }

  /// Removes the dynamic reducer that the same owner added under a key, if there is one.
  package func removeReducer(forKey key: String, ownedBy disposer: Disposer? = nil) {
    let isRemoved = engine.removeDynamicReducer(dynamicKey(key, disposer))
    if isRemoved, disposer == nil { engine.slices.release(slice.owner.slice) }
  }

  private func dynamicKey(_ name: String, _ disposer: Disposer?) -> DynamicReducers.Key {
    let owner = slice.owner
    return DynamicReducers.Key(
      owner: disposer.map { ObjectIdentifier($0) } ?? ObjectIdentifier(owner.slice),
      type: ObjectIdentifier(State.self), caseName: owner.caseName, name: name,
      address: address)
  }
}
