// SPDX-License-Identifier: MIT

public import Runnel

extension Store {
  /// Adds a function as a keyed dynamic reducer of a slice.
  ///
  /// Equivalent to `add(reducer:withKey:ownedBy:)` with the reducer scoped to the slice.
  @preconcurrency
  public func add<Local: Sendable>(
    reducer: @escaping @Sendable (inout Local, any Action) -> Void,
    state keyPath: any WritableKeyPath<State, Local> & Sendable,
    withKey key: String,
    ownedBy disposer: Disposer? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      reducer: Reducer.updating(reducer).scope(keyPath), withKey: key,
      ownedBy: disposer, file: file, line: line)
  }

  /// Adds a keyed dynamic reducer of a slice.
  ///
  /// Equivalent to `add(reducer:withKey:ownedBy:)` with the reducer scoped to the slice.
  public func add<Local: Sendable>(
    reducer: Reducer<Local>,
    state keyPath: any WritableKeyPath<State, Local> & Sendable,
    withKey key: String,
    ownedBy disposer: Disposer? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    add(
      reducer: reducer.scope(keyPath), withKey: key, ownedBy: disposer, file: file, line: line)
  }
}
