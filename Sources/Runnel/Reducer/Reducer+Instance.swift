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
  /// see ``StoreOf/instance(_:file:line:)``. It receives actions that are dispatched through any
  /// other store, as all instances do. The actions of its effects are for its own instance, and so
  /// are the IDs with which its effects are canceled, debounced or limited. A `cancel` outside of
  /// the instance doesn't cancel them: dispatch an action for which the instances cancel.
  ///
  /// A feature can contain instances of its own: their IDs distinguish them within one instance of
  /// the feature. For the elements of a collection, use ``ElementAction``. Call this last, behind
  /// `scope` or `ifPresent`: an action then costs the same with any number of instances.
  public func instance(_ id: some Hashable & Sendable) -> Reducer<State> {
    let path = InstancePath(AnyHashable(id))
    return Reducer(compiled.map { $0.inInstance(path) })
  }
}
