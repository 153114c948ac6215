// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Returns a store of the same state for one of several instances of a feature.
  ///
  /// ```swift
  /// startPlayer(on: store.scope(\.left).instance(Side.left))
  /// ```
  ///
  /// What is dispatched through this store and its scopes isn't received by reducers and action
  /// listeners of another instance. That includes the effects, commands and reducers that are
  /// started, handled and added here. Reducers and listeners that belong to no instance receive the
  /// action. The listeners of this store don't receive the actions of another instance.
  ///
  /// The counterpart of ``Reducer/instance(_:)``. The state isn't narrowed: scope it first.
  public func instance(
    _ id: some Hashable & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> StoreOf {
    sameSlice(
      InstancePath(AnyHashable(id)).inside(instance), CallSite(file: file, line: line),
      filter: filter)
  }
}
