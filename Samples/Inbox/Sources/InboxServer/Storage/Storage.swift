// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import InboxDatabase
import InboxWire

/// The database of the server.
///
/// Each request is one transaction, which also checks the token. A committed transaction survives
/// a crash of the machine: `synchronous` is `FULL`.
struct Storage: Sendable {
  let pool: DatabasePool
  /// The date of a new message, in milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Opens or creates a database, and leaves a file that the server can't use as it is.
  init(path: String, now: @escaping @Sendable () -> Int64 = Storage.currentTime) throws {
    self.now = now
    pool = try Self.file.open(path) {
      let pool = try DatabasePool(path: path, configuration: DatabaseFile.configuration)
      // The pool chooses NORMAL, which can lose the last transactions when the power fails.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return pool
    }
  }

  /// Closes the database, which moves the last transactions into its main file if possible.
  func close() {
    _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try? pool.close()
  }

  static func currentTime() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000) }

  /// The kind of file: `Inbx`.
  ///
  /// IDs and revisions are never used again, and a transaction that is rolled back leaves no gap.
  private static let file = DatabaseFile(
    of: "inbox-server", applicationID: 0x496e_6278, isVerified: true,
    tables: """
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
      """)
}

/// IDs as they appear in the protocol: a letter and the number of the row.
enum Identifier {
  static func thread(_ row: Int64) -> String { "t\(row)" }
  static func message(_ row: Int64) -> String { "m\(row)" }

  static func threadRow(_ id: String) throws -> Int64 { try row(id, "t", "thread") }
  static func messageRow(_ id: String) throws -> Int64 { try row(id, "m", "message") }

  /// Returns the number behind the letter, of which each has one spelling.
  private static func row(_ id: String, _ letter: Character, _ kind: String) throws -> Int64 {
    guard id.first == letter, let row = Int64(id.dropFirst()), row > 0,
      String(row) == id.dropFirst()
    else { throw WireFailure(code: .notFound, reason: "the \(kind) doesn't exist") }
    return row
  }
}
