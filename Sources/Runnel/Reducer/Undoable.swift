// SPDX-License-Identifier: MIT

/// A state together with its history, for ``Reducer/undoable(limit:file:line:coalescing:)``.
@dynamicMemberLookup
public struct Undoable<Value: Equatable> {
  /// The current state.
  public var present: Value
  /// The states before and after the current one, for undo and redo.
  public var history = History<Value>()

  /// Creates a state with an empty history.
  public init(_ present: Value) {
    self.present = present
  }

  /// Records a step from the current state, which is about to change.
  ///
  /// For a test that states an expected step.
  /// See ``History/record(_:limit:file:line:coalescing:)``.
  public mutating func record(
    limit: Int = .max,
    file: StaticString = #fileID, line: UInt = #line,
    coalescing key: String? = nil
  ) {
    history.record(present, limit: limit, file: file, line: line, coalescing: key)
  }

  /// Restores the state before the last step, if there is one.
  public mutating func undo() {
    history.undo(&present)
  }

  /// Redoes the step that was undone last, if there is one.
  public mutating func redo() {
    history.redo(&present)
  }

  /// A property of the current state.
  public subscript<Part>(dynamicMember keyPath: KeyPath<Value, Part>) -> Part {
    present[keyPath: keyPath]
  }
}

extension Undoable: Sendable where Value: Sendable {}
extension Undoable: Equatable {}
extension Undoable: Hashable where Value: Hashable {}
extension Undoable: Encodable where Value: Encodable {}
extension Undoable: Decodable where Value: Decodable {}

/// Undoes and redoes steps in every ``History`` of a `Value`.
///
/// A store of one action type doesn't take it, and it reaches every history of its type. For a
/// typed store, or for several histories of one type, add cases to the feature's action whose
/// reducer calls ``History/undo(_:)`` and ``History/redo(_:)``.
public enum UndoAction<Value>: Action, Codable {
  /// Undoes the last step.
  case undo
  /// Redoes the step that was undone last.
  case redo
  /// Removes all steps.
  case clear
}
