// SPDX-License-Identifier: MIT

public import Runnel

/// The decision what a recording contains of an action.
public enum Redaction: Sendable {
  /// Records the action.
  case kept
  /// Records the type and the times of the action, and nothing that is in it.
  ///
  /// The session can't be replayed beyond it.
  case hidden
  /// Records another action in its place, such as one without the password.
  case replaced(by: any Action)
}
