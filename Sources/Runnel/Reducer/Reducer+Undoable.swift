// SPDX-License-Identifier: MIT

extension Reducer {
  /// Returns this reducer with undo and redo for one part of its state, through ``UndoAction``.
  ///
  /// ```swift
  /// Processes.reducer.undoable(\.filter, history: \.history, limit: 20) { action in
  ///   if case Processes.Action.typed = action { "typing" } else { nil }
  /// }
  /// ```
  ///
  /// Each action with which this reducer changes the part is a step. Changes by other reducers
  /// aren't, and an undo of an earlier step loses them: dispatch ``UndoAction/clear`` with them.
  ///
  /// The reducer can also undo with an action of its own: `state.history.undo(&state.filter)`. An
  /// action with which it changes the history itself isn't a step.
  ///
  /// Consecutive actions with the same `key` are one step, until an action has another key or a
  /// step has none. If they end with a part that equals the one before them, there is no step. An
  /// action without a key that doesn't change the part doesn't end the step. Above `limit` steps,
  /// the oldest one is removed. A limit below one is a fatal error.
  ///
  /// The history retains a copy of the part for each step, and another while the reducer runs: the
  /// first action of a step copies a large array in the part, further ones don't. Choose a part
  /// that is small or has few changes; the rest of the state still changes in place.
  @preconcurrency
  public func undoable<Value: Equatable & Sendable>(
    _ part: any WritableKeyPath<State, Value> & Sendable,
    history: any WritableKeyPath<State, History<Value>> & Sendable,
    limit: Int,
    file: StaticString = #fileID, line: UInt = #line,
    coalescing key: @escaping @Sendable (any Action) -> String? = { _ in nil }
  ) -> Reducer<State> {
    if limit < 1 { Misuse.undoLimit(limit, at: CallSite(file: file, line: line)).trap() }
    let steps = around { reduction in
      // Undo and redo aren't steps, even if the reducer handles every action.
      if reduction.action is UndoAction<Value> { return .none }
      let key = key(reduction.action)
      let edits = reduction.state[keyPath: history].edits
      if reduction.state[keyPath: history].continuesStep(key) {
        // A group that has ended where it began is no step.
        let before = reduction.state[keyPath: history].lastStep
        if reduction.run(), edits == reduction.state[keyPath: history].edits,
          before == reduction.state[keyPath: part]
        {
          reduction.state[keyPath: history].removeEmptyStep(at: reduction.state[keyPath: part])
        }
        return .none
      }
      // An action with another key ends the step, even if it changes nothing.
      if reduction.state[keyPath: history].endsStep(key) {
        reduction.state[keyPath: history].endStep()
      }
      let before = reduction.state[keyPath: part]
      // A reducer that undoes, redoes or records by itself has changed the history already.
      if reduction.run(), before != reduction.state[keyPath: part],
        edits == reduction.state[keyPath: history].edits
      {
        reduction.state[keyPath: history].record(before, limit: limit, coalescing: key)
      }
      return .none
    }
    let undo = Reducer.updating(UndoAction<Value>.self) { state, action in
      // Moved out of the state, because the two paths can overlap.
      var steps = History<Value>()
      swap(&steps, &state[keyPath: history])
      switch action {
      case .undo: steps.undo(&state[keyPath: part])
      case .redo: steps.redo(&state[keyPath: part])
      case .clear: steps.clear()
      }
      swap(&steps, &state[keyPath: history])
    }
    return Reducer(steps.compiled + undo.compiled)
  }
}

/// Undoes and redoes steps in every ``History`` of a `Value`.
///
/// A store of one action type doesn't take it, and it reaches every history of its type. For such a
/// store, or for several histories of one type, add cases to the feature's action whose reducer
/// calls ``History/undo(_:)`` and ``History/redo(_:)``.
public enum UndoAction<Value>: Action, Codable {
  /// Undoes the last step.
  case undo
  /// Redoes the step that was undone last.
  case redo
  /// Removes all steps.
  case clear
}
