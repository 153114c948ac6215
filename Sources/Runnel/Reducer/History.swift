// SPDX-License-Identifier: MIT

import RunnelText

/// The undo and redo steps of a value, stored in the state.
///
/// ```swift
/// struct State: Equatable, Sendable {
///   var filter = ""
///   var history = History<String>()
/// }
/// ```
///
/// ``Reducer/undoable(_:history:limit:file:line:coalescing:)`` records them. A history can be
/// compared, encoded and restored with the rest of the state, and a view can show ``canUndo``.
///
/// In an exhaustive test, state an expected step before the change:
///
/// ```swift
/// await store.send(.typed("a")) {
///   $0.history.record($0.text)
///   $0.text = "a"
/// }
/// await store.send(.undone) { $0.history.undo(&$0.text) }
/// ```
public struct History<Value: Equatable> {
  private var past: [Value] = []
  private var future: [Value] = []
  private var key: String?
  /// The step that the last one has removed because of the limit.
  private var displaced: Value?
  /// The number of calls that changed the steps, so that a reducer with undo notices them.
  private(set) var edits = 0

  /// Creates an empty history.
  public init() {}

  /// A Boolean value that indicates whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }

  /// A Boolean value that indicates whether there is a step to redo.
  public var canRedo: Bool { !future.isEmpty }

  /// The number of steps that can be undone.
  public var count: Int { past.count }

  /// Records a step from `value`, which is about to change, and removes the steps to redo.
  ///
  /// If the last step began with the same value, it has changed nothing, and this one replaces it.
  /// `undoable` does this for each change: call it in a test that states an expected step, or in a
  /// reducer without `undoable`. O(size of the value), or O(`limit`) while it removes old steps.
  ///
  /// Above `limit` steps, the oldest are removed; a limit below one is a fatal error. A step with
  /// the `key` of the previous one continues that.
  public mutating func record(
    _ value: Value, limit: Int = .max, file: StaticString = #fileID, line: UInt = #line,
    coalescing key: String? = nil
  ) {
    if limit < 1 { Misuse.undoLimit(limit, at: CallSite(file: file, line: line)).trap() }
    if continuesStep(key) { return }
    edits &+= 1
    if past.last != value { past.append(value) }
    displaced = past.count > limit ? past[past.count - limit - 1] : nil
    if past.count > limit { past.removeFirst(past.count - limit) }
    future = []
    self.key = key
  }

  /// Removes the last step if it began with `value`, and so has changed nothing.
  ///
  /// Returns whether it did. `undoable` does this after each action that continues a step: call it
  /// in a test that expects such an end. A step that this one has removed at the limit comes back.
  /// O(size of the value), or O(`limit`) if a step comes back.
  @discardableResult
  public mutating func removeEmptyStep(at value: Value) -> Bool {
    guard past.last == value else { return false }
    edits &+= 1
    past.removeLast()
    if let displaced = displaced.take() { past.insert(displaced, at: 0) }
    key = nil
    return true
  }

  /// Restores `value` to what it was before the last step that changed it, if there is one.
  public mutating func undo(_ value: inout Value) {
    move(&value, from: \.past, to: \.future)
  }

  /// Redoes the step that was undone last, if there is one.
  public mutating func redo(_ value: inout Value) {
    move(&value, from: \.future, to: \.past)
  }

  private mutating func move(
    _ value: inout Value, from source: WritableKeyPath<Self, [Value]>,
    to target: WritableKeyPath<Self, [Value]>
  ) {
    if self[keyPath: source].isEmpty { return }
    edits &+= 1
    (key, displaced) = (nil, nil)
    // A reducer without undo can have changed the value to that of a step.
    while let next = self[keyPath: source].popLast() {
      guard next != value else { continue }
      self[keyPath: target].append(value)
      value = next
      return
    }
  }

  /// Removes all steps.
  public mutating func clear() {
    edits &+= 1
    (past, future, key, displaced) = ([], [], nil, nil)
  }

  var lastStep: Value? { past.last }

  func continuesStep(_ key: String?) -> Bool { key != nil && key == self.key }

  func endsStep(_ key: String?) -> Bool { key != nil && self.key != nil && key != self.key }

  mutating func endStep() {
    key = nil
  }
}

extension History: Summarized {}

extension History: CustomStringConvertible {
  /// The number of steps, without their values, which would clutter a log of the state.
  public var description: String { "\(past.count) back, \(future.count) again" }
}

extension History: CustomReflectable {
  /// The values to undo and to redo, for the difference that a failed test prints.
  public var customMirror: Mirror {
    Mirror(self, children: ["past": past, "future": future], displayStyle: .struct)
  }
}

extension History: Equatable {
  /// Returns whether two histories have the same steps, whatever key the last one has.
  public static func == (left: History, right: History) -> Bool {
    left.past == right.past && left.future == right.future
  }
}

extension History: Hashable where Value: Hashable {
  /// Hashes the steps.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(past)
    hasher.combine(future)
  }
}

extension History {
  private enum CodingKeys: String, CodingKey { case past, future, key }
}

extension History: Sendable where Value: Sendable {}
extension History: Encodable where Value: Encodable {}
extension History: Decodable where Value: Decodable {}

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
    limit: Int, file: StaticString = #fileID, line: UInt = #line,
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
