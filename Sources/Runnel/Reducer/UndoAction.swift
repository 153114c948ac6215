// SPDX-License-Identifier: MIT

/// Undoes and redoes steps in every ``History`` of a `Value`.
///
/// If several parts of a state have the same type, use a separate type for each undoable part.
/// Alternatively, call ``History/undo(_:)`` in a reducer of your own action.
public enum UndoAction<Value>: Action {
  /// Undoes the last step.
  case undo
  /// Redoes the step that was undone last.
  case redo
  /// Removes all steps.
  case clear
}
