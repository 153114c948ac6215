// SPDX-License-Identifier: MIT

extension Reducer {
  /// The same reducer, and `change` after it whenever it has changed `value`.
  ///
  /// ```swift
  /// SearchFeature.reducer.onChange(of: \.query) { old, new, state in state.page = 0 }
  /// ```
  ///
  /// For a rule that has to hold whichever action changes the value. It sees the changes of the reducer that
  /// it is called on, and not those that others make.
  ///
  /// The value from before is held while the reducer runs, so a large array that is changed is copied: look
  /// at something smaller, such as `{ $0.rows.count }`.
  @preconcurrency
  public func onChange<Value: Equatable>(
    of value: @escaping @Sendable (State) -> Value,
    _ change: @escaping @Sendable (_ old: Value, _ new: Value, _ state: inout State) -> Void
  ) -> Reducer<State> {
    let entry = ReducerEntry(
      of: State.self, for: entries.trigger, picks: entries.flatMap(\.picks)
    ) { [entries] in
      let table = ReducerTable(entries)
      return { pointer, action in
        let state = pointer.assumingMemoryBound(to: State.self)
        let old = value(state.pointee)
        guard case .whole = table.reduce(pointer, action).touch else { return .nothing }
        let new = value(state.pointee)
        if old != new { change(old, new, &state.pointee) }
        return .whole
      }
    }
    return Reducer(entries: [entry])
  }
}
