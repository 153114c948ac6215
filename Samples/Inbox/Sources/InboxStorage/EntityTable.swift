// SPDX-License-Identifier: MIT

package import Foundation
import GRDB
package import RunnelPersistence

/// A collection in the database of an account, one row for each element.
package struct EntityTable: EntityStorage, CustomStringConvertible {
  fileprivate let database: AccountDatabase
  fileprivate let name: String

  /// Returns the number of batches that were ever stored, by all processes.
  package func changeMark() throws -> Int? {
    try database.access { db in
      try Int.fetchOne(
        db, sql: "SELECT batches FROM collection WHERE name = ?", arguments: [name]) ?? 0
    }
  }

  package func read() throws -> EntityRows? {
    try database.access { db in
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

  /// Stores a batch, which is part of the transaction.
  package func write(_ batch: EntityBatch) throws {
    try database.access { db in
      try db.execute(
        sql: "INSERT INTO collection VALUES (?, ?, 1) "
          + "ON CONFLICT DO UPDATE SET version = excluded.version, batches = batches + 1",
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

  package func exclusively(_ body: () throws -> Void) throws { try database.exclusively(body) }

  package var description: String { "The collection \(name) of \(database.path)" }
}

package struct ValueCell: ValueStorage, CustomStringConvertible {
  fileprivate let database: AccountDatabase
  fileprivate let name: String

  package func read() throws -> Data? {
    try database.access { db in
      try Data.fetchOne(db, sql: "SELECT data FROM value WHERE name = ?", arguments: [name])
    }
  }

  package func write(_ data: Data) throws {
    try database.access { db in
      try db.execute(
        sql: "INSERT INTO value VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data",
        arguments: [name, data])
    }
  }

  package func exclusively(_ body: () throws -> Void) throws { try database.exclusively(body) }

  package var description: String { "The value \(name) of \(database.path)" }
}

extension AccountDatabase {
  package func entities(_ name: String) -> EntityTable { EntityTable(database: self, name: name) }

  package func value(_ name: String) -> ValueCell { ValueCell(database: self, name: name) }
}
