// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns this reducer followed by `change` whenever the reducer has changed `value`.
  ///
  /// ```swift
  /// Editor.reducer.onChange(of: \.text) { _, new, _ in
  ///   .perform(DraftCommand.save(new)).debounce(id: Editor.ID.save, for: .seconds(2))
  /// }
  /// ```
  ///
  /// It detects the changes of this reducer, and not those of others. The old value is retained
  /// while the reducer runs, so a change to a large array copies the array: compare something
  /// smaller, such as `{ $0.rows.count }`.
  ///
  /// The effect starts after those of the reducer. Without an effect, use
  /// ``updatingOnChange(of:_:)``.
  @preconcurrency
  public func onChange<Value: Equatable & Sendable>(
    of value: @escaping @Sendable (State) -> Value,
    _ change: @escaping @Sendable (_ old: Value, _ new: Value, _ state: inout State) -> Effect
  ) -> Reducer<State> {
    let observed = CompiledReducer(
      of: State.self, for: compiled.filter, parts: compiled
    ) { [compiled] site in
      let table = ReducerTable(compiled, at: site)
      let buffer = MutationBuffer()
      return { pointer, action, output in
        let state = pointer.assumingMemoryBound(to: State.self)
        let old = value(state.pointee)
        let touch = table.reduce(pointer, action, output, reportingTo: buffer)
        if case .nothing = touch { return .nothing }
        let new = value(state.pointee)
        if old == new { return touch }
        output.pointee.add(change(old, new, &state.pointee))
        return .whole
      }
    }
    return Reducer([observed])
  }

  /// Returns this reducer followed by an update whenever the reducer has changed `value`.
  ///
  /// ```swift
  /// SearchFeature.reducer.updatingOnChange(of: \.query) { old, new, state in state.page = 0 }
  /// ```
  ///
  /// Equivalent to ``onChange(of:_:)`` without an effect.
  @preconcurrency
  public func updatingOnChange<Value: Equatable & Sendable>(
    of value: @escaping @Sendable (State) -> Value,
    _ change: @escaping @Sendable (_ old: Value, _ new: Value, _ state: inout State) -> Void
  ) -> Reducer<State> {
    onChange(of: value) { old, new, state in
      change(old, new, &state)
      return .none
    }
  }
}
