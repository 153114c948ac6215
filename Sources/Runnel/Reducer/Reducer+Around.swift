// SPDX-License-Identifier: MIT

/// One action on its way through a reducer, for code that runs around it.
///
/// See ``Reducer/around(_:)``.
public struct Reduction<State>: ~Copyable {
  /// The action.
  public let action: any Action
  fileprivate let pointer: UnsafeMutablePointer<State>
  fileprivate let table: ReducerTable
  fileprivate let output: ReducerOutput.Pointer
  fileprivate var isHandled = false
  fileprivate var isWhole = false

  /// The state, which changes in place.
  ///
  /// A change here counts as one of the whole state: the store compares all that is observed in it.
  public var state: State {
    _read { yield pointer.pointee }
    _modify {
      isWhole = true
      yield &pointer.pointee
    }
  }

  /// Runs the reducer, whose effects start before that of the code around it.
  ///
  /// Returns whether the reducer has handled the action, as one of every action always has.
  @discardableResult
  public mutating func run() -> Bool {
    let isHandled = table.reduce(UnsafeMutableRawPointer(pointer), action, output)
    if isHandled { self.isHandled = true }
    return isHandled
  }
}

extension Reducer {
  /// Returns a reducer that runs code around this one, for the types of action that it handles.
  ///
  /// ```swift
  /// let validated = Form.reducer.around { reduction in
  ///   let old = reduction.state.name
  ///   guard reduction.run(), reduction.state.name.count > 40 else { return .none }
  ///   reduction.state.name = old
  ///   return .perform(Beep())
  /// }
  /// ```
  ///
  /// The code runs the reducer once, or not at all to veto the action for it. ``Reduction/run()``
  /// returns `false` if the reducer had nothing to do, as for an action of an element elsewhere. A
  /// part that the code keeps a copy of is copied when the reducer changes it. The code must be a
  /// pure function. To veto an action for all reducers, use a ``Middleware``.
  @preconcurrency
  public func around(
    _ body: @escaping @Sendable (_ reduction: inout Reduction<State>) -> Effect
  ) -> Reducer<State> {
    let around = CompiledReducer(of: State.self, for: compiled.filter, parts: compiled) {
      [compiled] site in
      let table = ReducerTable(compiled, at: site)
      return { pointer, action, output in
        var reduction = Reduction(
          action: action, pointer: pointer.assumingMemoryBound(to: State.self), table: table,
          output: output)
        let start = output.pointee.changes.mark
        output.pointee.add(body(&reduction).untyped)
        if reduction.isWhole { output.pointee.changes.removeAll(from: start) }
        return reduction.isHandled || reduction.isWhole
      }
    }
    return Reducer([around])
  }

  /// This reducer without its effects, for previews: no request starts, and no action follows.
  public var withoutEffects: Reducer<State> {
    around { reduction in
      let start = reduction.output.pointee.effects.count
      reduction.run()
      reduction.output.pointee.effects.removeSubrange(start...)
      return .none
    }
  }
}

extension Reducer {
  /// Returns this reducer followed by `change` whenever the reducer has changed `value`.
  ///
  /// ```swift
  /// Editor.reducer.onChange(of: \.text, sending: Editor.Action.self) { _, new, _ in
  ///   .once { .saved(try await drafts.save(new)) }.debounce(id: Editor.ID.save, for: .seconds(2))
  /// }
  /// ```
  ///
  /// It detects the changes of this reducer alone. The old value is retained while the reducer
  /// runs, so a change to a large array copies it: compare less, such as `{ $0.rows.count }`.
  ///
  /// The effect starts after those of the reducer. Without one, use ``updatingOnChange(of:_:)``.
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
