// SPDX-License-Identifier: MIT

public import Foundation
import GRDB
public import RunnelPersistence

/// A value in the database of an account.
public struct ValueCell: ValueStorage, CustomStringConvertible {
  private let database: AccountDatabase
  private let name: String

  init(_ database: AccountDatabase, name: String) {
    self.database = database
    self.name = name
  }

  /// Returns the stored bytes.
  public func read() throws -> Data? {
    try database.queue.read { db in
      try Data.fetchOne(db, sql: "SELECT data FROM value WHERE name = ?", arguments: [name])
    }
  }

  /// Replaces the stored bytes.
  public func write(_ data: Data) throws {
    try database.queue.write { db in
      try db.execute(
        sql: "INSERT INTO value VALUES (?, ?) ON CONFLICT DO UPDATE SET data = excluded.data",
        arguments: [name, data])
    }
  }

  /// The file and the name.
  public var description: String { "The value \(name) of \(database.path)" }
}

extension AccountDatabase {
  /// Returns the storage of a value.
  public func value(_ name: String) -> ValueCell {
    ValueCell(self, name: name)
  }
}
