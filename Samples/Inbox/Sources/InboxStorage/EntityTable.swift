// SPDX-License-Identifier: MIT

import GRDB
public import RunnelPersistence

/// A collection in the database of an account, one row for each element.
public struct EntityTable: EntityStorage, CustomStringConvertible {
  private let database: AccountDatabase
  private let name: String

  init(_ database: AccountDatabase, name: String) {
    self.database = database
    self.name = name
  }

  /// Returns the version and all rows.
  public func read() throws -> EntityRows? {
    try database.queue.read { db in
      let version = try Int.fetchOne(
        db, sql: "SELECT version FROM collection WHERE name = ?", arguments: [name])
      guard let version else { return nil }
      let rows = try Row.fetchCursor(
        db, sql: "SELECT key, rank, payload FROM entity WHERE collection = ?", arguments: [name])
      var result = EntityRows(version: version, rows: [])
      while let row = try rows.next() {
        result.rows.append(EntityRow(key: row[0], rank: row[1], payload: row[2]))
      }
      return result
    }
  }

  /// Stores a batch in one transaction.
  public func write(_ batch: EntityBatch) throws {
    try database.queue.write { db in
      try db.execute(
        sql: "INSERT INTO collection VALUES (?, ?) "
          + "ON CONFLICT DO UPDATE SET version = excluded.version",
        arguments: [name, batch.version])
      let removal = try db.cachedStatement(
        sql: "DELETE FROM entity WHERE collection = ? AND key = ?")
      for key in batch.removals { try removal.execute(arguments: [name, key]) }
      let upsert = try db.cachedStatement(
        sql: "INSERT INTO entity VALUES (?, ?, ?, ?) "
          + "ON CONFLICT DO UPDATE SET rank = excluded.rank, payload = excluded.payload")
      for row in batch.upserts {
        try upsert.execute(arguments: [name, row.key, row.rank, row.payload])
      }
    }
  }

  /// The file and the name.
  public var description: String { "The collection \(name) of \(database.path)" }
}

extension AccountDatabase {
  /// Returns the storage of a collection.
  public func entities(_ name: String) -> EntityTable {
    EntityTable(self, name: name)
  }
}
