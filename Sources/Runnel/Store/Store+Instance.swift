// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Returns a store of the same state for one of several instances of a feature.
  ///
  /// ```swift
  /// startPlayer(on: store.scope(\.left).instance(Side.left))
  /// ```
  ///
  /// What is dispatched, started, handled and added here, and in the scopes of this store, is for
  /// this instance: reducers and action listeners of other instances don't receive the actions.
  ///
  /// The counterpart of ``Reducer/instance(_:)``. The state isn't narrowed: scope it first. See
  /// <doc:ListsAtScale>.
  public func instance(
    _ id: some Hashable & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf {
    sameSlice(
      Address(instance: AnyHashable(id)).inside(address), CallSite(file: file, line: line),
      filter: filter)
  }
}
