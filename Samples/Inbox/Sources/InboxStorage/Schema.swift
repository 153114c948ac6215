// SPDX-License-Identifier: MIT

import GRDB

/// The tables of an account's database.
enum Schema {
  /// Marks a file as a database of this program: `Inbc`.
  static let applicationID: Int32 = 0x496e_6263
  /// The version of the tables.
  ///
  /// A program refuses a file with a higher one.
  static let version = 1

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: first)
    }
    return migrator
  }

  /// The tables of version 1.
  private static let first = """
    CREATE TABLE value (name TEXT NOT NULL PRIMARY KEY, data BLOB NOT NULL);

    CREATE TABLE collection (name TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL);

    CREATE TABLE entity (
      collection TEXT NOT NULL,
      key TEXT NOT NULL,
      rank INTEGER NOT NULL,
      payload BLOB NOT NULL,
      PRIMARY KEY (collection, key)
    ) WITHOUT ROWID;

    CREATE TABLE message (
      threadID TEXT NOT NULL,
      id TEXT NOT NULL,
      sentAt INTEGER NOT NULL,
      payload BLOB NOT NULL,
      PRIMARY KEY (threadID, id)
    ) WITHOUT ROWID;
    """
}
