// SPDX-License-Identifier: MIT

/// A place that stores the elements of a collection row by row, such as a table of a database.
///
/// Calls come from one thread at a time, off the store's queue. Conform to
/// `CustomStringConvertible` to name the place in errors. A table needs three columns, and one more
/// place for the version:
///
/// ```sql
/// CREATE TABLE thread (key TEXT PRIMARY KEY, rank INTEGER NOT NULL, payload BLOB NOT NULL)
/// ```
public protocol EntityStorage: Sendable {
  /// Returns the version and all rows in any order, or `nil` if nothing has been stored.
  func read() throws -> EntityRows?

  /// Stores a batch of changes in one transaction: either all of it or nothing.
  ///
  /// The first batch creates the storage.
  func write(_ batch: EntityBatch) throws
}
