// SPDX-License-Identifier: MIT

extension Store {
  /// Returns a read-only store of a value computed from slices and recomputed when one changes.
  ///
  /// ```swift
  /// let visible = store.derive(\.items, \.filter) { items, filter in
  ///   items.filter { $0.title.contains(filter) }
  /// }
  /// ```
  ///
  /// Such a memoized selector is for expensive work: sorting, filtering, grouping. `make` runs on
  /// first use, and then once for each action that has changed an input: immediately while the
  /// value is observed, otherwise on the next read. All observers and readers share the result.
  /// `make` runs while the state is locked, or pinned for a connector: it must be a pure function
  /// of the inputs.
  ///
  /// To detect changes, a derived store *retains a copy* of each input for as long as the store
  /// exists: a reducer that then changes a large array in an input copies it. If the inputs are
  /// large and change often and the work is cheap, use a selector instead, such as
  /// `scope { $0.items.count }`. A selector retains only its output and runs for each action that
  /// can have changed the state.
  ///
  /// Like reading ``state``, this waits for at most one reducer run and is a fatal error in the
  /// store's own reducer. Each call creates a separate slice; to observe it in many places, derive
  /// once and keep the store.
  @preconcurrency
  public func derive<each Input: Sendable, Output: Sendable>(
    _ input: repeat any KeyPath<State, each Input> & Sendable,
    file: StaticString = #fileID,
    line: UInt = #line,
    with make: @escaping @Sendable (repeat each Input) -> Output
  ) -> Store<Output> {
    derive(
      repeat DerivationInput<each Input>(node: engine.node(at: each input, of: node)),
      at: CallSite(file: file, line: line), with: make)
  }

  /// Returns a read-only store of a value computed from scopes and recomputed when one changes.
  ///
  /// ```swift
  /// let marked = store.derive(from: visible, store.scope(\.selection)) { items, selection in
  ///   items.firstIndex { $0.title == selection }
  /// }
  /// ```
  ///
  /// Use it to derive from a derived store, so that each is recomputed only when its own inputs
  /// change. A scope of another store is a fatal error. See ``derive(_:file:line:with:)``.
  @preconcurrency
  public func derive<each Input: Sendable, Output: Sendable>(
    from input: repeat Store<each Input>,
    file: StaticString = #fileID,
    line: UInt = #line,
    with make: @escaping @Sendable (repeat each Input) -> Output
  ) -> Store<Output> {
    let site = CallSite(file: file, line: line)
    for store in repeat each input {
      if store.engine !== engine {
        Misuse.derivedFromOtherStore(store.debugDescription, at: site).trap()
      }
      engine.registry.retain(store.node)
    }
    return derive(
      repeat DerivationInput<each Input>(node: (each input).node), at: site, with: make)
  }

  /// The inputs have been counted in.
  private func derive<each Input: Sendable, Output: Sendable>(
    _ input: repeat DerivationInput<each Input>,
    at site: CallSite,
    with make: @escaping @Sendable (repeat each Input) -> Output
  ) -> Store<Output> {
    let inputs = (repeat each input)
    var nodes: [Node] = []
    for input in repeat each inputs {
      // What is derived from one slice twice depends on it once.
      if nodes.contains(where: { $0 === input.node }) {
        engine.registry.release(input.node)
      } else {
        nodes.append(input.node)
      }
    }
    let memo = Derivation(of: nodes, type: ValueType(Output.self))
    let derived = Node(
      parent: node,
      source: .computed { [weak engine] root, body in
        memo.read(body) { keep in
          func derive() {
            withUnsafePointer(to: make(repeat (each inputs).value(in: root))) { keep($0) }
          }
          // Also where nothing is locked, the closure must not come back: others wait for what it makes.
          if let engine { engine.during(site, holdsState: true, derive) } else { derive() }
        }
      },
      footprint: node.footprint,
      type: ValueType(Output.self),
      isSame: ValueType.comparison(of: Output.self),
      step: .derived,
      holdsOutput: true,
      inputs: nodes
    )
    engine.registry.adopt(derived)
    return scope(at: derived, site)
  }
}

/// A part of the state that something is derived from.
private struct DerivationInput<Value>: Sendable {
  let node: Node

  func value(in root: UnsafeRawPointer) -> Value {
    var result: Value?
    node.read(from: root) { result = $0.assumingMemoryBound(to: Value.self).pointee }
    return result.unsafelyUnwrapped  // Reading calls its body exactly once.
  }
}

/// What was derived last, and from which inputs.
///
/// `@unchecked`: a `ValueType` never changes. The counts of changes of the inputs are written by the drain
/// alone, while nobody reads here: readers have the state locked or pinned, or are the drain.
private final class Derivation: @unchecked Sendable {
  private struct Memo {
    let changes: [UInt64]
    let value: ValueBox
  }

  private let inputs: [Node]
  private let type: ValueType
  /// Locked while something is being derived, so that readers at one time derive it once.
  private let memo = Locked<Memo?>(nil)

  init(of inputs: [Node], type: ValueType) {
    self.inputs = inputs
    self.type = type
  }

  /// Calls `body` with what is derived, which `make` passes on if it has to be made.
  func read(
    _ body: (UnsafeRawPointer) -> Void,
    making make: ((UnsafeRawPointer) -> Void) -> Void
  ) {
    let changes = inputs.map(\.changes)
    var old: Memo?
    let value = memo.withLock { memo in
      if let memo, memo.changes == changes { return memo.value }
      old = memo
      var made: ValueBox?
      make { made = ValueBox(type, copying: $0) }
      let value = made.unsafelyUnwrapped  // `make` passes exactly one value on.
      memo = Memo(changes: changes, value: value)
      return value
    }
    withExtendedLifetime(old) {}
    body(value.pointer)
    withExtendedLifetime(value) {}
  }
}
