// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns a reducer for one of several instances of a feature.
  ///
  /// ```swift
  /// let appReducer = Reducer<AppState> {
  ///   Player.reducer.scope(\.left).instance(Side.left)
  ///   Player.reducer.scope(\.right).instance(Side.right)
  /// }
  /// ```
  ///
  /// The reducer doesn't receive an action that is dispatched through a store of another instance:
  /// see ``StoreOf/instance(_:file:line:)``. An action without an address reaches all instances.
  /// The actions of its effects are for its own instance, and the IDs with which they are canceled,
  /// debounced or limited are its own. A `cancel` outside of the instance doesn't cancel them:
  /// dispatch an action for which the instances cancel.
  ///
  /// A feature can contain instances of its own: their IDs distinguish them within one instance of
  /// the feature. For a collection, use ``forEach(_:file:line:)``. Call this last, behind `scope`
  /// or `ifPresent`: an action then costs the same with any number of instances.
  public func instance(_ id: some Hashable & Sendable) -> Reducer<State> {
    let address = Address(instance: AnyHashable(id))
    return Reducer(compiled.map { $0.at(address) })
  }
}
