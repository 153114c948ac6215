// SPDX-License-Identifier: MIT

public import Runnel

/// The decision what a recording contains of an action.
///
/// It is also asked about the actions inside another one. If the outer action is kept, and one
/// inside isn't, the outer one is hidden: replace the outer action to keep the rest of it.
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
