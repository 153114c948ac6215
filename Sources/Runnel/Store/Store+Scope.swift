// SPDX-License-Identifier: MIT

extension Store {
  /// A store of one part of the state.
  ///
  /// ```swift
  /// startCounter(on: store.scope(\.counter))
  /// ```
  ///
  /// There is one state; the scope reads through to it, so it is never stale, and costs nothing while
  /// nobody observes it. Actions dispatched to it reach the whole store. Asking twice for one path gives
  /// two stores over one and the same slice, which is compared once however many observe it.
  ///
  /// If `Local` is `Equatable`, also where the compiler does not know, observers are told only of values
  /// that differ from the one before. To know that, an observed slice is held: while somebody observes
  /// a large array itself, the next change to it copies it. Observe what you show of it instead:
  /// `scope { $0.rows.count }`.
  ///
  /// A path of stored properties is the fastest: it is read in place, and is not looked at by actions
  /// that cannot have changed it. A computed property or an optional chain is computed for each action
  /// that may have changed the value it is computed from, while the state is locked: it must be a pure
  /// function of that value.
  public func scope<Local: Sendable>(
    _ keyPath: any KeyPath<State, Local> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<Local> {
    scope(at: engine.node(at: keyPath, of: node), CallSite(file: file, line: line))
  }

  /// A store of one part of the state whose observers are told only when `isSame` says that a value
  /// differs from the one before.
  ///
  /// ```swift
  /// store.scope(\.temperature, isSame: { abs($0 - $1) < 0.5 })
  /// ```
  ///
  /// The value before is the one that observers were told last. `isSame` is called while the state is
  /// locked: it must be a pure function of the two.
  @preconcurrency
  public func scope<Local: Sendable>(
    _ keyPath: any KeyPath<State, Local> & Sendable,
    isSame: @escaping @Sendable (Local, Local) -> Bool,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<Local> {
    let part = engine.node(at: keyPath, of: node)
    defer { engine.registry.release(part) }
    return scope(
      at: engine.node(over: part, isSame: comparison(isSame)), CallSite(file: file, line: line))
  }

  /// A store of something made from the state.
  ///
  /// ```swift
  /// store.scope { $0.rows.count }.observe { print("\($0) rows") }
  /// ```
  ///
  /// It holds what comes out and not what goes in: rows can be changed in place while their number is
  /// observed. `transform` is called for each action that may have changed the state, while the state is
  /// locked: it must be a cheap, pure function of it. Each call makes a slice of its own; to observe one
  /// from many places, make the scope once.
  @preconcurrency
  public func scope<Local: Sendable>(
    _ transform: @escaping @Sendable (State) -> Local,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<Local> {
    scope(
      at: engine.node(made: transform, from: node, isSame: ValueType.comparison(of: Local.self)),
      CallSite(file: file, line: line))
  }

  /// A store of something made from the state, whose observers are told only when `isSame` says that it
  /// differs from what they were told last.
  @preconcurrency
  public func scope<Local: Sendable>(
    _ transform: @escaping @Sendable (State) -> Local,
    isSame: @escaping @Sendable (Local, Local) -> Bool,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<Local> {
    scope(
      at: engine.node(made: transform, from: node, isSame: comparison(isSame), hasFilter: true),
      CallSite(file: file, line: line))
  }

  /// A store of a part of the state that takes actions of one type and no others.
  ///
  /// ```swift
  /// startCounter(on: store.scope(\.counter, accepting: CounterFeature.Action.self))
  /// ```
  ///
  /// For code that is to say only what is its own business. An action of another type that is dispatched
  /// here, or to a scope of this, is not reduced, and is reported as a programmer error. Whoever
  /// listens to actions here hears those of the type only, and a reducer added here sees no others. What is
  /// seen of the state is not narrowed further than by `keyPath`; `\.self` narrows it not at all.
  public func scope<Local: Sendable, ActionType: Action>(
    _ keyPath: any KeyPath<State, Local> & Sendable,
    accepting type: ActionType.Type,
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Store<Local> {
    let part = engine.node(at: keyPath, of: node)
    engine.keep(part)
    return Store<Local>(
      engine: engine,
      node: part,
      accepted: AcceptedActions(type, within: accepted),
      site: CallSite(file: file, line: line)
    )
  }

  /// A store over a node that has been counted in.
  func scope<Local: Sendable>(at node: Node, _ site: CallSite) -> Store<Local> {
    engine.keep(node)
    return Store<Local>(engine: engine, node: node, accepted: accepted, site: site)
  }
}

/// A user's comparison, for the engine.
private func comparison<Value>(
  _ isSame: @escaping @Sendable (Value, Value) -> Bool
) -> ValueType.Comparison {
  { left, right in
    isSame(
      left.assumingMemoryBound(to: Value.self).pointee,
      right.assumingMemoryBound(to: Value.self).pointee
    )
  }
}
