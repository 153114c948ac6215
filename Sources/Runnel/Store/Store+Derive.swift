// SPDX-License-Identifier: MIT

extension StoreOf {
  /// Returns a read-only store of a value computed from slices and recomputed when one changes.
  ///
  /// ```swift
  /// let visible = store.derive(\.items, \.filter) { items, filter in
  ///   items.filter { $0.title.contains(filter) }
  /// }
  /// ```
  ///
  /// Such a memoized selector is for expensive work: sorting, filtering, grouping. `make` runs on
  /// first use, and then once for each action that has changed an input: at once while the value is
  /// observed, otherwise on the next read. All observers and readers share the result; each call
  /// creates another slice. `make` runs with the state locked or pinned, and must be pure.
  ///
  /// To detect changes, a derived store *retains a copy* of each input as long as it exists: a
  /// reducer that changes a large array in an input copies it. For cheap work on large inputs that
  /// change often, use a selector such as `scope { $0.items.count }`. It retains only its output.
  ///
  /// This waits for at most one reducer run, and in the store's own reducer is a fatal error.
  @preconcurrency
  public func derive<each Input: Sendable, Output: Sendable>(
    _ input: repeat any KeyPath<State, each Input> & Sendable,
    file: StaticString = #fileID, line: UInt = #line,
    with make: @escaping @Sendable (repeat each Input) -> Output
  ) -> StoreOf<Output, ActionType> {
    let site = CallSite(file: file, line: line)
    return derive(
      repeat DerivationInput<each Input>(
        slice: engine.slices.property(each input, of: slice, at: site)),
      at: site, with: make)
  }

  /// Returns a read-only store of a value computed from scopes and recomputed when one changes.
  ///
  /// ```swift
  /// let marked = store.derive(from: visible, store.scope(\.selection)) { items, selection in
  ///   items.firstIndex { $0.title == selection }
  /// }
  /// ```
  ///
  /// To derive from a derived store. Scopes of another store are a fatal error.
  @preconcurrency
  public func derive<each Input: Sendable, Output: Sendable>(
    from input: repeat StoreOf<each Input, ActionType>,
    file: StaticString = #fileID, line: UInt = #line,
    with make: @escaping @Sendable (repeat each Input) -> Output
  ) -> StoreOf<Output, ActionType> {
    let site = CallSite(file: file, line: line)
    for store in repeat each input {
      if store.engine !== engine {
        Misuse.derivedFromOtherStore(store.debugDescription, at: site).trap()
      }
      engine.slices.retain(store.slice)
    }
    return derive(
      repeat DerivationInput<each Input>(slice: (each input).slice), at: site, with: make)
  }

  /// Creates the store; the caller has counted a user of each input.
  private func derive<each Input: Sendable, Output: Sendable>(
    _ input: repeat DerivationInput<each Input>, at site: CallSite,
    with make: @escaping @Sendable (repeat each Input) -> Output
  ) -> StoreOf<Output, ActionType> {
    let inputs = (repeat each input)
    var slices: [Slice] = []
    for input in repeat each inputs {
      // A slice that is passed twice is one input.
      if slices.contains(where: { $0 === input.slice }) {
        engine.slices.release(input.slice)
      } else {
        slices.append(input.slice)
      }
    }
    let derivation = Derivation(
      of: slices, type: ValueType(Output.self),
      leave: { [weak engine] last in engine?.post(.run { last.dropOld() }) }
    ) { [weak engine] root, body in
      func compute() {
        withUnsafePointer(to: make(repeat (each inputs).value(in: root))) { body($0) }
      }
      // The closure must not come back: other readers wait for its result.
      if let engine { engine.during(site, holdsState: true, compute) } else { compute() }
    }
    return scope(at: engine.slices.derived(derivation, of: slice, Output.self), site)
  }
}

private struct DerivationInput<Value>: Sendable {
  let slice: Slice

  func value(in root: UnsafeRawPointer) -> Value {
    var result: Value?
    slice.read(from: root) { result = $0.assumingMemoryBound(to: Value.self).pointee }
    return result.unsafelyUnwrapped  // A derived slice retains its inputs, which have a value then.
  }
}
