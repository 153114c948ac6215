// SPDX-License-Identifier: MIT

extension Store {
  /// Adds a reducer while the program runs: for plug-ins, and for features that come and go.
  ///
  /// ```swift
  /// let plugin = store.scope(\.counter).add(reducer: bonusReducer)
  /// ```
  ///
  /// It runs behind the reducers that the store was made with, and behind those added before. On a scope it
  /// gets the slice, while there is one.
  ///
  /// It takes its place in the queue of actions: those dispatched before the call are reduced without it,
  /// those dispatched after it with it, and the same goes for its end. So it sees exactly the actions
  /// dispatched in between, also those that were still on their way when it ended.
  ///
  /// Effects that it has returned are cancelled when it ends.
  ///
  /// May be called from any thread, from a reducer or an observer. A slice that cannot be written (made by a
  /// closure, derived, or by a path that cannot be set) is refused with a message.
  ///
  /// - Returns: What ends it when disposed of or dropped. It does not keep the store.
  public func add(
    reducer: Reducer<State>,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    let site = CallSite(file: file, line: line)
    let addition = engine.additions.next()
    engine.post(.change(removing: nil, adding: entries(of: reducer, site), as: addition))
    return Disposable(file: file, line: line) { [weak engine] in
      engine?.post(.change(removing: addition, adding: [], as: 0))
    }
  }

  /// Adds a closure or a free function as a reducer while the program runs.
  ///
  /// It sees every action. See ``add(reducer:file:line:)-(Reducer<State>,_,_)``.
  @preconcurrency
  public func add<Returned>(
    reducer: @escaping @Sendable (inout State, any Action) -> Returned,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    add(reducer: Reducer(file: file, line: line, reducer), file: file, line: line)
  }

  /// Adds a closure as a reducer that returns effects, and speaks of them by a leading dot.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public func add(
    reducer: @escaping @Sendable (inout State, any Action) -> Effect,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Disposable {
    add(reducer: Reducer.effects(reducer), file: file, line: line)
  }

  // MARK: By key

  /// Adds a reducer for a part of the state under a key, in place of the one that has the key.
  ///
  /// A key belongs to an owner: to `disposer` if one is given, else to this slice of the state. So two
  /// features may choose the same word. The reducer lasts until it is removed or replaced, its disposer goes
  /// away, or the store does. One that takes another's place runs behind all that are there; no action meets
  /// both, and none meets neither.
  ///
  /// Where there is no need for a word, ``add(reducer:file:line:)-(Reducer<State>,_,_)`` returns what ends
  /// the reducer.
  @preconcurrency
  public func add<Local: Sendable, Returned>(
    reducer: @escaping @Sendable (inout Local, any Action) -> Returned,
    state keyPath: any WritableKeyPath<State, Local> & Sendable,
    withKey key: String,
    ownedBy disposer: Disposer? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    add(
      reducer: Reducer(file: file, line: line, reducer).scope(keyPath), withKey: key,
      ownedBy: disposer, file: file, line: line)
  }

  /// Adds a reducer for a part of the state under a key, in place of the one that has the key.
  ///
  /// The same as ``add(reducer:withKey:ownedBy:file:line:)`` with a reducer that is scoped.
  public func add<Local: Sendable>(
    reducer: Reducer<Local>,
    state keyPath: any WritableKeyPath<State, Local> & Sendable,
    withKey key: String,
    ownedBy disposer: Disposer? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    add(
      reducer: reducer.scope(keyPath), withKey: key, ownedBy: disposer, file: file, line: line)
  }

  /// Adds a reducer under a key, in place of the one that has the key.
  ///
  /// The key belongs to an owner, as that of a closure does.
  public func add(
    reducer: Reducer<State>,
    withKey key: String,
    ownedBy disposer: Disposer? = nil,
    file: StaticString = #fileID,
    line: UInt = #line
  ) {
    let site = CallSite(file: file, line: line)
    let entries = entries(of: reducer, site)
    let keyed = self.key(key, disposer)
    let owner = owningNode
    let addition = engine.additions.replace(keyed) { replaced, addition in
      engine.post(.change(removing: replaced, adding: entries, as: addition))
      // As long as the slice has a reducer with a key it must be found again by whoever asks for it.
      if replaced == nil, disposer == nil { engine.registry.retain(owner) }
    }
    guard let disposer else { return }
    let end = Disposable(file: file, line: line) { [weak engine] in
      _ = engine?.removeAddition(keyed, addition)
    }
    engine.additions.keep(end, of: addition, keyed)
    end.dispose(on: disposer)
  }

  /// Removes the reducer that was added under a key by the same owner, if there is one.
  public func remove(reducerWithKey key: String, ownedBy disposer: Disposer? = nil) {
    let isRemoved = engine.removeAddition(self.key(key, disposer))
    if isRemoved, disposer == nil { engine.registry.release(owningNode) }
  }

  private func key(_ word: String, _ disposer: Disposer?) -> Additions.Key {
    Additions.Key(
      owner: disposer.map { ObjectIdentifier($0) } ?? ObjectIdentifier(owningNode),
      slice: ObjectIdentifier(State.self),
      word: word
    )
  }

  /// The node of the slice, or of the enum that it is the payload of, which all scopes of it share.
  private var owningNode: Node {
    var owner = node
    while owner.isUnshared, let parent = owner.parent { owner = parent }
    return owner
  }

  /// The reducers of the whole state that a reducer of this slice amounts to.
  private func entries(of reducer: Reducer<State>, _ site: CallSite) -> [ReducerEntry] {
    guard let entries = node.lifted(reducer.entries) else {
      Misuse.reducerOfUnwritableSlice(debugDescription, at: site).trap()
    }
    guard let accepted else { return entries }
    return entries.map { $0.restricted(to: accepted) }
  }
}
