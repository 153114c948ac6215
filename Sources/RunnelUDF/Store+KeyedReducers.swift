// SPDX-License-Identifier: MIT

public import Runnel

extension StoreOf {
  /// Adds a function as a keyed dynamic reducer.
  ///
  /// Equivalent to ``add(reducer:state:withKey:ownedBy:file:line:)`` with the whole state.
  @preconcurrency
  public func add(
    reducer: @escaping @Sendable (inout State, any Action) -> Void,
    withKey key: String,
    ownedBy disposer: Disposer? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      reducer: .updating(reducer), withKey: key, ownedBy: disposer, file: file, line: line)
  }

  /// Adds a function as a keyed dynamic reducer of a slice.
  ///
  /// The function handles every action that reaches the store, after the store's own reducers. It
  /// replaces the one with the same key, and lasts until `remove(reducerWithKey:ownedBy:)`, the end
  /// of its owner, or the store's deallocation. The owner of the key is `disposer` if there is one,
  /// otherwise the slice of this store, whatever slice `state` leads to. In new code, add a reducer
  /// with `add(reducer:)`, and retain the token that it returns.
  @preconcurrency
  public func add<Local: Sendable>(
    reducer: @escaping @Sendable (inout Local, any Action) -> Void,
    state keyPath: any WritableKeyPath<State, Local> & Sendable,
    withKey key: String,
    ownedBy disposer: Disposer? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      reducer: Runnel.Reducer.updating(reducer).scope(keyPath), withKey: key,
      ownedBy: disposer, file: file, line: line)
  }
}
