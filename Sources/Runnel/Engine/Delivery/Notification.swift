// SPDX-License-Identifier: MIT

/// A change of the state or an action.
///
/// The state doesn't change until all subscribers are notified.
struct Notification {
  let root: UnsafeRawPointer
  /// A pointer, since copying an existential retains its contents.
  let action: UnsafePointer<any Action>
  /// The number of the action.
  let sequence: UInt64
  /// More actions are pending.
  let hasMore: Bool
}
