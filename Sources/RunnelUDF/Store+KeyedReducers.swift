// SPDX-License-Identifier: MIT

public import Runnel

extension StoreOf {
  /// Adds a function as a keyed dynamic reducer.
  ///
  /// The function handles every action that reaches the store, after the store's own reducers and
  /// the dynamic reducers added before it. It replaces the function with the same key: each action
  /// is handled by exactly one of the two.
  ///
  /// A key belongs to this slice of the state, to the instance, and to `disposer` if there is one.
  /// The function lasts until ``remove(reducerWithKey:ownedBy:)``, the end of its owner, or the
  /// store's deallocation. In new code, add a reducer with `add(reducer:)`, and retain the token
  /// that it returns.
  @preconcurrency
  public func add(
    reducer: @escaping @Sendable (inout State, any Action) -> Void, withKey key: String,
    ownedBy disposer: Disposer? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    setReducer(.updating(reducer), forKey: key, ownedBy: disposer, file: file, line: line)
  }

  /// Adds a function as a keyed dynamic reducer of a slice.
  ///
  /// See ``add(reducer:withKey:ownedBy:file:line:)``. The key belongs to the slice of this store,
  /// whatever slice `state` leads to.
  @preconcurrency
  public func add<Local: Sendable>(
    reducer: @escaping @Sendable (inout Local, any Action) -> Void,
    state keyPath: any WritableKeyPath<State, Local> & Sendable, withKey key: String,
    ownedBy disposer: Disposer? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    setReducer(
      Runnel.Reducer.updating(reducer).scope(keyPath), forKey: key, ownedBy: disposer,
      file: file, line: line)
  }

  /// Removes the function that the same owner added to this slice under a key, if there is one.
  public func remove(reducerWithKey key: String, ownedBy disposer: Disposer? = nil) {
    removeReducer(forKey: key, ownedBy: disposer)
  }
}
