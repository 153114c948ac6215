// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Adds a dynamic reducer, for plug-ins and for features that come and go.
  ///
  /// ```swift
  /// let plugin = store.scope(\.counter).add(reducer: bonusReducer)
  /// ```
  ///
  /// It runs after the store's own reducers and after the dynamic reducers added before it. On a
  /// scope it receives the slice, while there is one. It ends when the returned token, which
  /// doesn't retain the store, is disposed or released. The effects that it has returned are then
  /// canceled.
  ///
  /// Adding and ending a reducer are enqueued like actions, from any thread, a reducer or an
  /// observer. So it handles exactly the actions dispatched between the two calls. A slice that
  /// cannot be written (a selector, a derived store, a read-only path) is a fatal error.
  public func add(
    reducer: Reducer<State>,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let site = CallSite(file: file, line: line)
    let lifted = lift(reducer, site)
    let number = engine.dynamicReducers.add(lifted)
    engine.post(.change(removing: nil, adding: lifted, as: number))
    return Disposable(file: file, line: line) { [weak engine] in
      engine?.dynamicReducers.remove(number)
      engine?.post(.change(removing: number, adding: [], as: 0))
    }
  }

  /// Returns the reducers of the root state that are equivalent to a reducer of this slice.
  func lift(_ reducer: Reducer<State>, _ site: CallSite) -> [CompiledReducer] {
    guard let lifted = slice.lifted(reducer.compiled) else {
      Misuse.reducerOfReadOnlySlice(debugDescription, at: site).trap()
    }
    guard let address else { return lifted }
    return lifted.map { $0.at(address) }
  }

  // MARK: Inspection

  /// The reducers of this store, or of this slice and its parts, in the order of composition.
  ///
  /// Dynamic reducers come last. For logs, debuggers and tests: a snapshot that retains nothing.
  /// O(number of reducers).
  public var reducers: [ReducerInfo] {
    let all =
      ReducerInfo.list(engine.composed, in: engine.rootSlice.type.type, areDynamic: false)
      + ReducerInfo.list(
        engine.dynamicReducers.outlines, in: engine.rootSlice.type.type, areDynamic: true)
    let path = slice.path(hasPlaces: false)
    return slice.parent == nil ? all : all.filter { $0.isWithin(path) }
  }
}
