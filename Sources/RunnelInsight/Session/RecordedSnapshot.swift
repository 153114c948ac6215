// SPDX-License-Identifier: MIT

/// A recorded state.
struct RecordedSnapshot: Sendable {
  /// The number of the action that led to the state.
  let number: Int
  /// The number of actions before the state in the file.
  let actionCount: Int
  /// The bytes of the state in the file.
  let range: Range<Int>
  let fileLine: Int
}
