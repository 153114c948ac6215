// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns this reducer followed by `change` whenever the reducer has changed `value`.
  ///
  /// ```swift
  /// Editor.reducer.onChange(of: \.text, sending: Editor.Action.self) { _, new, _ in
  ///   .once { .saved(try await drafts.save(new)) }.debounce(id: Editor.ID.save, for: .seconds(2))
  /// }
  /// ```
  ///
  /// It detects the changes of this reducer, and not those of others. The old value is retained
  /// while the reducer runs, so a change to a large array copies the array: compare something
  /// smaller, such as `{ $0.rows.count }`.
  ///
  /// The effect starts after those of the reducer. Without an effect, use
  /// ``updatingOnChange(of:_:)``.
  public func onChange<Value: Equatable & Sendable, ActionType>(
    of value: @escaping @Sendable (State) -> Value, sending type: ActionType.Type,
    _ change:
      @escaping @Sendable (_ old: Value, _ new: Value, _ state: inout State) -> EffectOf<ActionType>
  ) -> Reducer<State> {
    around { reduction in
      let old = value(reduction.state)
      guard reduction.run() else { return .none }
      let new = value(reduction.state)
      return old == new ? .none : Effect(change(old, new, &reduction.state))
    }
  }

  /// Returns this reducer followed by `change`, whose effect sends actions of any type or none.
  ///
  /// Equivalent to ``onChange(of:sending:_:)``.
  @preconcurrency
  public func onChange<Value: Equatable & Sendable>(
    of value: @escaping @Sendable (State) -> Value,
    _ change: @escaping @Sendable (_ old: Value, _ new: Value, _ state: inout State) -> Effect
  ) -> Reducer<State> {
    onChange(of: value, sending: (any Action).self, change)
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
