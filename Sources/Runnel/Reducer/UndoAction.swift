// SPDX-License-Identifier: MIT

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
