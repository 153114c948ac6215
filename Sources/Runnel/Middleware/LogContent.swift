// SPDX-License-Identifier: MIT

/// The parts of an action's entry in the log of ``Middleware/logger(_:to:)``.
public enum LogContent: Hashable, Sendable {
  /// The action's number, the action itself, and the place where it was dispatched.
  case actions
  /// The lines of the state that the action removed, and those that it added.
  case changes
  /// The time that the reducers took.
  case time
}
