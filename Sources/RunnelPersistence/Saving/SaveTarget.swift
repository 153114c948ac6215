// SPDX-License-Identifier: MIT

/// The part of saving that depends on what is saved: a value, or the rows of a collection.
protocol SaveTarget<Value>: Sendable {
  associatedtype Value: Sendable
  associatedtype Snapshot: Sendable

  /// Shared by all connections to the storage.
  var access: StorageAccess { get }

  /// Returns the error of a connection that must not save, on the queue of the storage.
  func refusal() -> PersistenceError?

  /// Changes the state invisibly before it is read, on the store's queue.
  var amendment: (@Sendable (inout Value) -> Void)? { get }

  /// Whether a retry needs the state, even if it hasn't changed.
  var needsSnapshot: Bool { get }

  /// Returns what a save needs of the state, on the store's queue.
  func capture(_ value: Value) -> Snapshot

  /// Saves a state, or with `nil` repeats a save that failed, on the queue of the storage.
  ///
  /// `isLate`: the connection has handed over, and doesn't replace what others have saved since.
  func save(_ snapshot: Snapshot?, isLate: Bool) -> SaveResult
}

struct SaveResult: Sendable {
  /// The error that kept the state from being saved.
  var failure: PersistenceError?
  /// The snapshot had only changes, and the storage needs the whole state.
  var isIncomplete = false
  /// Errors that concern the developer, although the state was saved.
  var notices: [PersistenceError] = []
}
