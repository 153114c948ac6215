// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns this reducer followed by `change` whenever the reducer has changed `value`.
  ///
  /// ```swift
  /// SearchFeature.reducer.onChange(of: \.query) { old, new, state in state.page = 0 }
  /// ```
  ///
  /// It detects the changes of this reducer, and not those of others. The old value is retained
  /// while the reducer runs, so a change to a large array copies the array: compare something
  /// smaller, such as `{ $0.rows.count }`.
  ///
  /// `change` can return an effect, which starts after those of the reducer:
  ///
  /// ```swift
  /// Editor.reducer.onChange(of: \.text) { _, new, _ in
  ///   .perform(DraftCommand.save(new)).debounce(id: Editor.ID.save, for: .seconds(2))
  /// }
  /// ```
  @preconcurrency
  public func onChange<Value: Equatable, Returned>(
    of value: @escaping @Sendable (State) -> Value,
    file: StaticString = #fileID, line: UInt = #line,
    _ change: @escaping @Sendable (_ old: Value, _ new: Value, _ state: inout State) -> Returned
  ) -> Reducer<State> {
    let site = CallSite(file: file, line: line)
    ReturnedEffects<Returned>.check(at: site)
    let observed = CompiledReducer(
      of: State.self, for: compiled.filter, elementFilters: compiled.flatMap(\.elementFilters)
    ) { [compiled] in
      let table = ReducerTable(compiled)
      let buffer = MutationBuffer()
      return { pointer, action, output in
        let state = pointer.assumingMemoryBound(to: State.self)
        let old = value(state.pointee)
        let touch = table.reduce(pointer, action, output, reportingTo: buffer)
        if case .nothing = touch { return .nothing }
        let new = value(state.pointee)
        if old == new { return touch }
        ReturnedEffects.add(change(old, new, &state.pointee), to: output, site)
        return .whole
      }
    }
    return Reducer([observed])
  }

  /// Returns this reducer followed by an effect whenever the reducer has changed `value`.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  @preconcurrency
  public func onChange<Value: Equatable>(
    of value: @escaping @Sendable (State) -> Value,
    _ change: @escaping @Sendable (_ old: Value, _ new: Value, _ state: inout State) -> Effect
  ) -> Reducer<State> {
    onChange(of: value, file: "?", line: 0, change)
  }
}
