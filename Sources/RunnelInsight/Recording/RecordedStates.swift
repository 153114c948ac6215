// SPDX-License-Identifier: MIT

/// The states that a recording contains, if the type of the state is `Encodable`.
public enum RecordedStates: String, Sendable {
  /// Snapshots that make up at most a tenth of the file, apart from the first one.
  ///
  /// The default. A snapshot shares its storage with the state until it is encoded. An action that
  /// changes an array meanwhile copies that array.
  case adaptive
  /// The state after every action, as differences.
  ///
  /// To find the exact action at which a replay diverges, and to see every state without a replay.
  /// Each action that changes an array copies the array, and each state is encoded: O(size of the
  /// state) for each action.
  case everyAction
  /// The first state only.
  case none
}
