// SPDX-License-Identifier: MIT

/// The internals that `RunnelInsight` uses.
extension StoreOf {
  /// Reads the state of this store from the root state, or returns `nil` if it is absent.
  ///
  /// For hooks, while the state doesn't change.
  package var reader: @Sendable (_ root: UnsafeRawPointer) -> State? {
    { [slice] root in
      var state: State?
      slice.read(from: root) { state = $0.assumingMemoryBound(to: State.self).pointee }
      return state
    }
  }

  /// Adds hooks that are called for each action that is dispatched until the token ends.
  ///
  /// The hooks don't retain the store.
  ///
  /// - Parameters:
  ///   - hooks: The hooks.
  ///   - added: Called on the store's queue when the hooks have been added, with the state and the
  ///     number of the last processed action.
  ///   - removed: Called when the hooks have been removed, or when the token ends after the store.
  package func add(
    _ hooks: Hooks, at site: CallSite,
    whenAdded added: @escaping @Sendable (_ state: State?, _ processed: UInt64) -> Void,
    whenRemoved removed: @escaping @Sendable () -> Void
  ) -> Disposable {
    let number = engine.add(hooks) { [weak engine, reader] in
      guard let engine else { return }
      added(reader(engine.root), engine.processed)
    }
    return Disposable(at: site) { [weak engine] in
      guard let engine else { return removed() }
      engine.removeHooks(number, whenRemoved: removed)
    }
  }

  /// The paths of the store's reducers from the root state, by the bytes that they may write.
  ///
  /// O(number of reducers).
  package var reducerPaths: [Range<Int>: [String]] {
    var paths: [Range<Int>: [String]] = [:]
    for reducer in engine.composed + engine.dynamicReducers.outlines {
      var path = "\\\(engine.rootSlice.type.type)"
      for step in reducer.steps { step.append(to: &path) }
      if paths[reducer.range]?.contains(path) != true { paths[reducer.range, default: []].append(path) }
    }
    return paths
  }

  /// The type of the state, with its module.
  package static var stateName: String { String(reflecting: State.self) }
}
