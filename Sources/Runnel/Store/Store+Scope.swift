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
    Store<Local>(
      engine: engine, node: engine.node(at: keyPath, of: node),
      site: CallSite(file: file, line: line))
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
    let node = engine.node(at: keyPath, of: node)
    defer { engine.release(node) }
    return Store<Local>(
      engine: engine, node: engine.node(over: node, isSame: comparison(isSame)),
      site: CallSite(file: file, line: line))
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
    Store<Local>(
      engine: engine,
      node: engine.node(made: transform, from: node, isSame: ValueType.comparison(of: Local.self)),
      site: CallSite(file: file, line: line))
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
    Store<Local>(
      engine: engine,
      node: engine.node(
        made: transform, from: node, isSame: comparison(isSame), hasFilter: true),
      site: CallSite(file: file, line: line))
  }
}

extension Engine {
  /// The node of the whole state.
  func rootNode<State: Sendable>(of: State.Type) -> Node {
    let key = Node.Key.stored(offset: 0, type: ObjectIdentifier(State.self))
    return registry.node(key) {
      Node(
        key: key,
        parent: nil,
        source: .stored(offset: 0),
        footprint: Footprint(lower: 0, upper: MemoryLayout<State>.size),
        type: ValueType(State.self),
        isSame: ValueType.comparison(of: State.self),
        step: .root
      )
    }
  }

  /// The node of what lies at `keyPath` in the slice of `parent`, which is a `State`.
  func node<State, Local: Sendable>(at keyPath: KeyPath<State, Local>, of parent: Node) -> Node {
    guard case .stored(let base) = parent.source,
      let offset = MemoryLayout<State>.offset(of: keyPath)
    else {
      let key = Node.Key.computed(parent: ObjectIdentifier(parent), path: keyPath)
      return registry.node(key) {
        Node(
          key: key,
          parent: parent,
          source: .computed { root, body in
            parent.read(from: root) { state in
              let state = state.assumingMemoryBound(to: State.self)
              withUnsafePointer(to: state.pointee[keyPath: keyPath]) { body($0) }
            }
          },
          footprint: parent.footprint,
          type: ValueType(Local.self),
          isSame: ValueType.comparison(of: Local.self),
          step: .keyPath(keyPath)
        )
      }
    }
    let start = base + offset
    let key = Node.Key.stored(offset: start, type: ObjectIdentifier(Local.self))
    return registry.node(key) {
      Node(
        key: key,
        parent: parent,
        source: .stored(offset: start),
        footprint: Footprint(lower: start, upper: start + MemoryLayout<Local>.size),
        type: ValueType(Local.self),
        isSame: ValueType.comparison(of: Local.self),
        step: .keyPath(keyPath)
      )
    }
  }

  /// A node of the same slice as another, with a comparison of its own.
  func node(over parent: Node, isSame: @escaping ValueType.Comparison) -> Node {
    let node = Node(
      key: nil,
      parent: parent,
      source: parent.source,
      footprint: parent.footprint,
      type: parent.type,
      isSame: isSame,
      hasFilter: true,
      step: .same
    )
    registry.adopt(node)
    return node
  }

  /// A node of what `transform` makes of the slice of `parent`, which is a `State`.
  func node<State, Local: Sendable>(
    made transform: @escaping (State) -> Local,
    from parent: Node,
    isSame: ValueType.Comparison?,
    hasFilter: Bool = false
  ) -> Node {
    let node = Node(
      key: nil,
      parent: parent,
      source: .computed { root, body in
        parent.read(from: root) { state in
          let state = state.assumingMemoryBound(to: State.self)
          withUnsafePointer(to: transform(state.pointee)) { body($0) }
        }
      },
      footprint: parent.footprint,
      type: ValueType(Local.self),
      isSame: isSame,
      hasFilter: hasFilter,
      step: .closure,
      holdsOutput: true
    )
    registry.adopt(node)
    return node
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
