// SPDX-License-Identifier: MIT

/// The errors of one save.
struct SaveResult: Sendable {
  /// The error that kept the state from being saved.
  var failure: PersistenceError?
  /// The snapshot had only changes, and the storage needs the whole state.
  var isIncomplete = false
  /// Errors that concern the developer, although the state was saved.
  var notices: [PersistenceError] = []
}
