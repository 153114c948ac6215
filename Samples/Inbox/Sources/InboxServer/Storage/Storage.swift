// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import InboxWire

/// The database of the server.
///
/// Each request is one transaction, which also checks the token. A committed transaction survives
/// a crash of the machine: `synchronous` is `FULL`.
struct Storage: Sendable {
  let pool: DatabasePool
  /// The date of a new message, in milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Opens a database, or creates it.
  ///
  /// A file that this server can't use is left as it is.
  init(path: String, now: @escaping @Sendable () -> Int64 = Storage.currentTime) throws {
    self.now = now
    do {
      try Self.check(path)
      var configuration = Configuration()
      configuration.label = "inbox"
      configuration.busyMode = .timeout(5)
      pool = try DatabasePool(path: path, configuration: configuration)
      try pool.writeWithoutTransaction { db in
        // The pool chooses NORMAL, which can lose the last transactions when the power fails.
        try db.execute(sql: "PRAGMA synchronous = FULL")
      }
      try Schema.migrator.migrate(pool)
      // A file or folder that can't be written fails here, and not with the first message.
      try pool.write { try $0.execute(sql: "PRAGMA user_version = \(Schema.version)") }
    } catch let error as DatabaseError {
      throw StartupError(path: path, error: error)
    }
  }

  /// Closes the database, which moves the last transactions into its main file.
  ///
  /// If that fails, the next server does it.
  func close() {
    _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try? pool.close()
  }

  /// Returns the time of the system's clock.
  static func currentTime() -> Int64 {
    Int64(Date().timeIntervalSince1970 * 1_000)
  }

  /// Checks a file that exists, without changing it.
  private static func check(_ path: String) throws {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    guard let size, size > 0 else { return }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.read { db in
      let application = try Int32.fetchOne(db, sql: "PRAGMA application_id")
      let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") ?? 0
      guard application == Schema.applicationID || count == 0 else {
        throw StartupError("\(path) is the database of another program")
      }
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      let isNewer = try version > Schema.version || Schema.migrator.hasBeenSuperseded(db)
      guard !isNewer else {
        throw StartupError("\(path) was written by a newer version of inbox-server")
      }
      let finding = try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
      guard finding == "ok" else {
        let detail = finding.map { ": " + $0.replacing("\n", with: " ") } ?? ""
        throw StartupError("\(path) is damaged\(detail)")
      }
    }
    try queue.close()
  }
}

/// IDs as they appear in the protocol: a letter and the number of the row.
enum Identifier {
  static func thread(_ row: Int64) -> String { "t\(row)" }
  static func message(_ row: Int64) -> String { "m\(row)" }

  /// Returns the row of a thread, or throws if the ID can't be one.
  static func threadRow(_ id: String) throws -> Int64 {
    guard let row = row(id, "t") else {
      throw WireFailure(code: .notFound, reason: "the thread doesn't exist")
    }
    return row
  }

  /// Returns the row of a message, or throws if the ID can't be one.
  static func messageRow(_ id: String) throws -> Int64 {
    guard let row = row(id, "m") else {
      throw WireFailure(code: .notFound, reason: "the message doesn't exist")
    }
    return row
  }

  /// Returns the number behind the letter.
  ///
  /// Each number has one spelling.
  private static func row(_ id: String, _ letter: Character) -> Int64? {
    guard id.first == letter, let row = Int64(id.dropFirst()), row > 0,
      String(row) == id.dropFirst()
    else { return nil }
    return row
  }
}

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
