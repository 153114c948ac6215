// SPDX-License-Identifier: MIT

extension Store {
  /// Returns a store of one slice of the state.
  ///
  /// ```swift
  /// startCounter(on: store.scope(\.counter))
  /// ```
  ///
  /// A scope reads through to the one state, so it is never stale. It costs nothing while it has no
  /// observer. Actions dispatched to it reach the whole store. Two scopes of the same path share
  /// one slice, which is compared once, however many observers it has.
  ///
  /// If `Local` is `Equatable`, even where the compiler doesn't see it, observers are notified only
  /// when the value has changed. To detect this, an observed slice retains a copy: observing a
  /// large array forces a copy on its next mutation. Observe what you show of it, such as
  /// `scope { $0.rows.count }`.
  ///
  /// A path of stored properties is the fastest: it is read in place, and actions that cannot have
  /// changed it skip it. A computed property or an optional chain is evaluated for each action that
  /// can have changed its input, while the state is locked. It must be a pure function of it.
  public func scope<Local: Sendable>(
    _ keyPath: any KeyPath<State, Local> & Sendable,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Store<Local> {
    scope(at: engine.slices.property(keyPath, of: slice), CallSite(file: file, line: line))
  }

  /// Returns a store of one slice whose observers ignore values that `isSame` considers equal.
  ///
  /// ```swift
  /// store.scope(\.temperature, isSame: { abs($0 - $1) < 0.5 })
  /// ```
  ///
  /// Each observer compares a value with the last one delivered to that observer. `isSame` runs on
  /// the observer's queue, and for `values()` in the iterating task. It must be a pure function of
  /// the two values.
  @preconcurrency
  public func scope<Local: Sendable>(
    _ keyPath: any KeyPath<State, Local> & Sendable,
    isSame: @escaping @Sendable (Local, Local) -> Bool,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Store<Local> {
    scope(
      at: engine.slices.property(keyPath, of: slice), CallSite(file: file, line: line),
      filter: comparison(isSame))
  }

  /// Returns a store of a value computed from the state, called a selector.
  ///
  /// ```swift
  /// store.scope { $0.rows.count }.observe { print("\($0) rows") }
  /// ```
  ///
  /// A selector retains its output and not its input: rows can be mutated in place while their
  /// number is observed. `transform` runs for each action that can have changed the state, while
  /// the state is locked. It must be a cheap, pure function of the state. Each call creates a
  /// separate slice; to observe it in many places, keep one scope. `isSame` has the same meaning as
  /// for a key path.
  @preconcurrency
  public func scope<Local: Sendable>(
    _ transform: @escaping @Sendable (State) -> Local,
    isSame: (@Sendable (Local, Local) -> Bool)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Store<Local> {
    scope(
      at: engine.slices.computed(transform, from: slice), CallSite(file: file, line: line),
      filter: isSame.map(comparison))
  }

  /// Returns a store of one slice that accepts only actions of one type.
  ///
  /// ```swift
  /// startCounter(on: store.scope(\.counter, accepting: CounterFeature.Action.self))
  /// ```
  ///
  /// For code that should dispatch only its own actions. An action of another type that is
  /// dispatched here, or to a scope of this store, isn't reduced and is a runtime warning. Action
  /// listeners and reducers added here receive only actions of the type.
  public func scope<Local: Sendable, ActionType: Action>(
    _ keyPath: any KeyPath<State, Local> & Sendable,
    accepting type: ActionType.Type,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Store<Local> {
    scope(
      at: engine.slices.property(keyPath, of: slice), CallSite(file: file, line: line),
      accepting: AcceptedActions(type, within: accepted))
  }

  /// Creates a store of a slice, of which the caller has counted a user.
  func scope<Local: Sendable>(
    at slice: Slice, _ site: CallSite, accepting accepted: AcceptedActions? = nil,
    filter: (@Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool)? = nil
  ) -> Store<Local> {
    engine.retainValue(of: slice)
    return Store<Local>(
      lifetime: lifetime, slice: slice, accepted: accepted ?? self.accepted, filter: filter,
      site: site)
  }
}

/// Returns a comparison of the user for the engine.
private func comparison<Value>(
  _ isSame: @escaping @Sendable (Value, Value) -> Bool
) -> @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
  { left, right in
    isSame(
      left.assumingMemoryBound(to: Value.self).pointee,
      right.assumingMemoryBound(to: Value.self).pointee
    )
  }
}
