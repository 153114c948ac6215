// SPDX-License-Identifier: MIT

public import Foundation

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
  /// What tells this storage from others, as for a ``ValueStorage``.
  var identity: StorageIdentity? { get }

  /// Returns a number that changes when someone else has changed the rows, or `nil`.
  ///
  /// Rows that someone else has changed are not overwritten. In SQLite, it can be
  /// `PRAGMA data_version`, or a count of the batches beside the version if the database has other
  /// tables. By default, it is `nil`, and such changes aren't noticed.
  func changeMark() throws -> Int?

  /// Returns the version and all rows in any order, or `nil` if nothing has been stored.
  func read() throws -> EntityRows?

  /// Stores a batch of changes in one transaction: either all of it or nothing.
  ///
  /// The first batch creates the storage.
  func write(_ batch: EntityBatch) throws

  /// Calls `body`, which reads and writes, while no other process can write.
  ///
  /// In SQLite, in a transaction that begins with `BEGIN IMMEDIATE`, and is undone if `body`
  /// throws. By default, it only calls `body`: a change that another process makes between the
  /// comparison and the write is overwritten.
  func exclusively(_ body: () throws -> Void) throws
}

extension EntityStorage {
  /// The identity of an object, or of the parts of a structure or enumeration.
  public var identity: StorageIdentity? { StorageIdentity(partsOf: self) }

  /// Returns `nil`.
  public func changeMark() throws -> Int? { nil }

  /// Calls `body`.
  public func exclusively(_ body: () throws -> Void) throws { try body() }
}

/// The changes of one transaction of an entity storage.
public struct EntityBatch: Hashable, Sendable {
  /// The version to store.
  public var version: Int
  /// The rows to insert, or to replace if their keys are stored, in the order of their ranks.
  public var upserts: [EntityRow]
  /// The keys of the rows to remove, in order, of which some can be absent.
  public var removals: [String]

  /// Creates a batch.
  public init(version: Int, upserts: [EntityRow], removals: [String]) {
    self.version = version
    self.upserts = upserts
    self.removals = removals
  }
}

/// A stored element of a collection.
public struct EntityRow: Hashable, Sendable {
  /// The text of the element's ID, which is unique in the storage.
  public var key: String
  /// The place of the element: elements are ordered by their ranks.
  public var rank: Int64
  /// The element as JSON.
  public var payload: Data

  /// Creates a row.
  public init(key: String, rank: Int64, payload: Data) {
    self.key = key
    self.rank = rank
    self.payload = payload
  }
}

/// The contents of an entity storage.
public struct EntityRows: Hashable, Sendable {
  /// The version of the last batch.
  public var version: Int
  /// The rows, in any order.
  public var rows: [EntityRow]

  /// Creates the contents of a storage.
  public init(version: Int, rows: [EntityRow]) {
    self.version = version
    self.rows = rows
  }
}
