// SPDX-License-Identifier: MIT

/// A state together with what it was before. See ``Reducer/undoable(limit:file:line:coalescing:)``.
@dynamicMemberLookup
public struct Undoable<Value> {
  /// The state as it is.
  public var present: Value
  /// What it was.
  public var history = History<Value>()

  /// A state in which nothing has happened yet.
  public init(_ present: Value) {
    self.present = present
  }

  /// A part of the present state.
  public subscript<Part>(dynamicMember keyPath: KeyPath<Value, Part>) -> Part {
    present[keyPath: keyPath]
  }
}

extension Undoable: Sendable where Value: Sendable {}
extension Undoable: Equatable where Value: Equatable {}
extension Undoable: Hashable where Value: Hashable {}
extension Undoable: Encodable where Value: Encodable {}
extension Undoable: Decodable where Value: Decodable {}

extension Reducer {
  /// The same reducer, with a history of one part of its state, which ``UndoAction`` goes back and forth in.
  ///
  /// ```swift
  /// Processes.reducer.undoable(\.filter, history: \.history, limit: 20) { action in
  ///   if case Processes.Action.typed = action { "typing" } else { nil }
  /// }
  /// ```
  ///
  /// Each action with which this reducer changes the part is a step. What other reducers change is none, and
  /// is lost when an earlier step is taken back: send ``UndoAction/clear`` with such a change. The history
  /// holds what the part was: undo a part that is small, or made of what is seldom changed, and the rest of
  /// the state is changed in place as ever. While the reducer runs the part is held, and for each step that
  /// is kept: a large array in it is copied when a step changes it, but not by the further actions of a run.
  ///
  /// - Parameters:
  ///   - part: What can be undone.
  ///   - history: Where in the state its history is kept.
  ///   - limit: How many steps are kept, at least one. When there are more, the first is forgotten.
  ///   - key: Says which actions are alike: those for which it returns the same key are one step, until there
  ///     is one for which it returns another, or a step without a key. An action without a key that changes
  ///     nothing of the part does not come between them.
  ///   - file: The file in which the reducer is made.
  ///   - line: The line in which the reducer is made.
  @preconcurrency
  public func undoable<Value: Equatable & Sendable>(
    _ part: any WritableKeyPath<State, Value> & Sendable,
    history: any WritableKeyPath<State, History<Value>> & Sendable,
    limit: Int,
    file: StaticString = #fileID,
    line: UInt = #line,
    coalescing key: @escaping @Sendable (any Action) -> String? = { _ in nil }
  ) -> Reducer<State> {
    if limit < 1 {
      Misuse.undoLimit(limit, at: CallSite(file: file, line: line)).trap()
    }
    let steps = ReducerEntry(
      of: State.self, for: entries.trigger, picks: entries.flatMap(\.picks)
    ) { [entries] in
      let table = ReducerTable(entries)
      return { pointer, action, effects in
        // Going back and forth is no step, also where the reducer sees every action.
        if action is UndoAction<Value> { return .nothing }
        let state = pointer.assumingMemoryBound(to: State.self)
        let run = key(action)
        if let run, run == state.pointee[keyPath: history].run {
          return table.reduce(pointer, action, effects).touch
        }
        // An action that is like others ends the run of these, also if it changes nothing.
        let endsRun = run != nil && state.pointee[keyPath: history].run != nil
        if endsRun { state.pointee[keyPath: history].run = nil }
        let before = state.pointee[keyPath: part]
        guard case .whole = table.reduce(pointer, action, effects).touch else {
          return endsRun ? .whole : .nothing
        }
        guard before != state.pointee[keyPath: part] else { return .whole }
        state.pointee[keyPath: history].record(before, limit: limit)
        state.pointee[keyPath: history].run = run
        return .whole
      }
    }
    let undo = Reducer.on(UndoAction<Value>.self) { state, action in
      // Taken out of the state meanwhile, since the two may lie in each other's way.
      var steps = History<Value>()
      swap(&steps, &state[keyPath: history])
      switch action {
      case .undo: steps.undo(&state[keyPath: part])
      case .redo: steps.redo(&state[keyPath: part])
      case .clear: steps.clear()
      }
      swap(&steps, &state[keyPath: history])
    }
    return Reducer(entries: [steps] + undo.entries)
  }

  /// The same reducer for a state with a history of all of it, which ``UndoAction`` goes back and forth in.
  ///
  /// ```swift
  /// let reducer = Drawing.reducer.undoable(limit: 100)  // Reducer<Undoable<Drawing.State>>
  /// ```
  ///
  /// Each step holds the state as it was, and a large array in it is copied by the next action that changes
  /// it. Where that matters, undo a part: ``undoable(_:history:limit:file:line:coalescing:)``.
  @preconcurrency
  public func undoable(
    limit: Int,
    file: StaticString = #fileID,
    line: UInt = #line,
    coalescing key: @escaping @Sendable (any Action) -> String? = { _ in nil }
  ) -> Reducer<Undoable<State>> where State: Equatable & Sendable {
    scope(\Undoable<State>.present).undoable(
      \.present, history: \.history, limit: limit, file: file, line: line, coalescing: key)
  }
}
