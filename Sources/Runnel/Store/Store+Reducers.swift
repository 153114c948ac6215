// SPDX-License-Identifier: MIT

import RunnelText

extension StoreOf {
  /// Adds a dynamic reducer, for plug-ins and for features that come and go.
  ///
  /// ```swift
  /// let plugin = store.scope(\.counter).add(reducer: bonusReducer)
  /// ```
  ///
  /// It runs after the store's own reducers and the dynamic reducers added before it. On a scope it
  /// receives the slice, while there is one. It ends when the returned token, which doesn't retain
  /// the store, is disposed or released, and its effects are then canceled.
  ///
  /// Adding and ending a reducer are enqueued like actions, from any thread, a reducer or an
  /// observer: it handles exactly the actions dispatched between the two calls. A slice that cannot
  /// be written (a selector, a derived store, a read-only path) is a fatal error.
  public func add(
    reducer: Reducer<State>, file: StaticString = #fileID, line: UInt = #line
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

  /// The reducers of this store, or of this slice and its parts, in order, dynamic ones last.
  ///
  /// For logs, debuggers and tests: a snapshot that retains nothing. O(number of reducers).
  public var reducers: [ReducerInfo] {
    let all =
      ReducerInfo.list(engine.composed, in: engine.rootSlice.type.type, areDynamic: false)
      + ReducerInfo.list(
        engine.dynamicReducers.outlines, in: engine.rootSlice.type.type, areDynamic: true)
    let path = slice.path(hasPlaces: false)
    return slice.parent == nil ? all : all.filter { $0.isWithin(path) }
  }
}

/// Dynamic reducers with a key, for `RunnelUDF`.
extension StoreOf {
  /// Adds a dynamic reducer under a key, replacing the one with the same key.
  ///
  /// A key belongs to this slice, to the instance, and to `disposer` if there is one. The reducer
  /// lasts until it is removed or replaced, its disposer ends it, or the store is deallocated. A
  /// replacement runs after all other reducers; each action is handled by exactly one of the two.
  package func setReducer(
    _ reducer: Reducer<State>,
    forKey key: String,
    ownedBy disposer: Disposer? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    let lifted = lift(reducer, CallSite(file: file, line: line))
    let dynamicKey = dynamicKey(key, disposer)
    let owner = slice.owner.slice
    let token = engine.dynamicReducers.replace(dynamicKey, of: owner, lifted) { replaced, number in
      engine.post(.change(removing: replaced, adding: lifted, as: number))
      // While the slice has a keyed reducer, later calls must find the same slice.
      if replaced == nil { engine.slices.retain(owner) }
      if disposer == nil { return nil }
      return Disposable(file: file, line: line) { [weak engine] in
        engine?.removeDynamicReducer(dynamicKey, number)
      }
    }
    if let disposer { token?.dispose(on: disposer) }
  }

  /// Removes the dynamic reducer that the same owner added here under a key, if there is one.
  package func removeReducer(forKey key: String, ownedBy disposer: Disposer? = nil) {
    engine.removeDynamicReducer(dynamicKey(key, disposer))
  }

  private func dynamicKey(_ name: String, _ disposer: Disposer?) -> DynamicReducers.Key {
    let owner = slice.owner
    return DynamicReducers.Key(
      slice: ObjectIdentifier(owner.slice), type: ObjectIdentifier(State.self),
      caseName: owner.caseName, disposer: disposer.map { ObjectIdentifier($0) }, name: name,
      address: address)
  }
}

/// A description of one reducer of a store: the part of the state and the actions that it handles.
///
/// See ``StoreOf/reducers``.
public struct ReducerInfo: Hashable, Sendable, CustomStringConvertible {
  /// The part of the state that the reducer changes, as a path from the root state.
  public let path: String
  /// The type of the actions that the reducer handles, or `nil` if it handles every action.
  public let actionType: String?
  /// A Boolean value indicating whether the reducer was added at run time.
  public let isDynamic: Bool

  /// One line, such as `Search.Action at \App.search?`.
  public var description: String {
    "\(actionType ?? "every action") at \(path)\(isDynamic ? ", dynamic" : "")"
  }

  func isWithin(_ slice: String) -> Bool {
    path == slice || path.hasPrefix(slice) && ".?[ ".contains(path.dropFirst(slice.count).prefix(1))
  }

  static func list(
    _ reducers: [CompiledReducer], in state: Any.Type, areDynamic: Bool
  ) -> [ReducerInfo] {
    var infos: [ReducerInfo] = []
    func add(_ reducer: CompiledReducer, in path: String) {
      let path = path + reducer.steps.text
      if !reducer.parts.isEmpty { return reducer.parts.forEach { add($0, in: path) } }
      guard case .types(let types) = reducer.filter else {
        return infos.append(ReducerInfo(path: path, actionType: nil, isDynamic: areDynamic))
      }
      for type in types {
        let name = TypeName.withoutModule(type)
        infos.append(ReducerInfo(path: path, actionType: name, isDynamic: areDynamic))
      }
    }
    for reducer in reducers { add(reducer, in: "\\\(state)") }
    return infos
  }
}
