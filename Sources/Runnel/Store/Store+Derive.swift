// SPDX-License-Identifier: MIT

extension Store {
  /// A read-only store of something made from several parts of the state, made anew only when one of them has
  /// changed.
  ///
  /// ```swift
  /// let visible = store.derive(\.items, \.filter) { items, filter in
  ///   items.filter { $0.title.contains(filter) }
  /// }
  /// ```
  ///
  /// For work that is worth saving: sorting, filtering, grouping. It is done when somebody looks for the
  /// first time, and then once for each action that has changed an input: at once while somebody observes,
  /// else when somebody looks again. All who look share what was made. `make` is called while the state is
  /// locked, or held still for a connector: it must be a pure function of the inputs.
  ///
  /// To know whether an input has changed, the store *holds* it for as long as the derived store exists: a
  /// reducer that then changes a large array finds it shared, and copies it. Where the inputs are large and
  /// change often, and the work is little, a closure scope is the better choice. It holds nothing but what
  /// comes out, and is called for each action that may have changed the state: `scope { $0.items.count }`.
  ///
  /// It waits for one reducer at most, and is not to be called in the store's own, as ``state`` is not.
  /// Each call makes a slice of its own: to observe one from many places, derive once and keep the store.
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

  /// A read-only store of something made from several scopes of one store, made anew only when one of them
  /// has changed.
  ///
  /// ```swift
  /// let marked = store.derive(from: visible, store.scope(\.selection)) { items, selection in
  ///   items.firstIndex { $0.title == selection }
  /// }
  /// ```
  ///
  /// For what is derived from something derived, so that each of the two is made only when it must be. Scopes
  /// of another store are refused with a message. See ``derive(_:file:line:with:)``.
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
