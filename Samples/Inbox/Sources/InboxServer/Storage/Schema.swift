// SPDX-License-Identifier: MIT

import GRDB

/// The tables of the database.
enum Schema {
  /// Marks a file as a database of this server: `Inbx`.
  static let applicationID: Int32 = 0x496e_6278
  /// The version of the tables.
  ///
  /// A server refuses a file with a higher one.
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
  ///
  /// IDs and revisions are never used again, and a transaction that is rolled back leaves no gap.
  private static let first = """
    CREATE TABLE user (
      name TEXT NOT NULL PRIMARY KEY,
      salt BLOB NOT NULL,
      hash BLOB NOT NULL
    ) WITHOUT ROWID;

    CREATE TABLE session (
      hash BLOB NOT NULL PRIMARY KEY,
      user TEXT NOT NULL REFERENCES user(name)
    ) WITHOUT ROWID;

    CREATE TABLE thread (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      subject TEXT NOT NULL,
      folded TEXT NOT NULL,
      isArchived BOOLEAN NOT NULL DEFAULT 0,
      messageCount INTEGER NOT NULL DEFAULT 0,
      lastMessageID INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX threadByLastMessage ON thread(lastMessageID);

    CREATE TABLE message (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      threadID INTEGER NOT NULL REFERENCES thread(id),
      clientID TEXT NOT NULL,
      author TEXT NOT NULL,
      text TEXT NOT NULL,
      folded TEXT NOT NULL,
      sentAt INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      UNIQUE (author, clientID)
    );
    CREATE INDEX messageByThread ON message(threadID, id);

    CREATE TABLE marker (
      user TEXT NOT NULL,
      threadID INTEGER NOT NULL REFERENCES thread(id),
      messageID INTEGER NOT NULL,
      PRIMARY KEY (user, threadID)
    ) WITHOUT ROWID;

    CREATE TABLE event (
      revision INTEGER PRIMARY KEY AUTOINCREMENT,
      threadID INTEGER NOT NULL REFERENCES thread(id),
      messageID INTEGER REFERENCES message(id)
    );
    """
}
