// SPDX-License-Identifier: MIT

import Foundation
import GRDB
// Its errors are those of this module.
@_exported public import InboxDatabase
package import InboxWire

/// The SQLite database of one account on this machine.
///
/// It contains values, collections of rows, and the messages that were loaded, for reading offline.
/// A committed transaction survives a crash of the machine. All members can be used from any
/// thread.
package final class AccountDatabase: Sendable {
  package let path: String
  let queue: DatabaseQueue

  /// Opens a database, or creates it.
  ///
  /// A file that this version can't use is left as it is.
  ///
  /// - Throws: ``DatabaseProblem``.
  package init(path: String) throws {
    self.path = path
    queue = try Self.file.open(path) {
      var configuration = DatabaseFile.configuration
      configuration.prepareDatabase { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
      }
      return try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  /// Reads or writes, inside of `exclusively`, too.
  func access<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try queue.unsafeReentrantWrite(body)
  }

  /// Calls `body` in a transaction, while no other process can write.
  func exclusively(_ body: () throws -> Void) throws {
    try queue.writeWithoutTransaction { db in
      try db.inTransaction(.immediate) {
        try body()
        return .commit
      }
    }
  }

  /// Closes the file, or throws if it is still in use.
  package func close() throws {
    do { try queue.close() } catch { throw DatabaseProblem(path: path, error) }
  }

  /// Deletes the files of a database, which must be closed.
  package static func delete(path: String) {
    for file in [path, "\(path)-wal", "\(path)-shm"] {
      try? FileManager.default.removeItem(atPath: file)
    }
  }

  /// The kind of file: `Inbc`.
  private static let file = DatabaseFile(
    of: "inbox", applicationID: 0x496e_6263,
    tables: """
      CREATE TABLE value (name TEXT NOT NULL PRIMARY KEY, data BLOB NOT NULL);

      CREATE TABLE collection (
        name TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL, batches INTEGER NOT NULL
      );

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
      """)

  /// Returns the number of rows that were written since the database was opened.
  package func changeCount() throws -> Int { try queue.read { $0.totalChangesCount } }

  /// Returns the messages of a thread that were saved, oldest first.
  package func messages(in threadID: String) throws -> [WireMessage] {
    let payloads = try queue.read { db in
      try Data.fetchAll(
        db, sql: "SELECT payload FROM message WHERE threadID = ? ORDER BY sentAt, id",
        arguments: [threadID])
    }
    let decoder = JSONDecoder()
    return try payloads.map { try decoder.decode(WireMessage.self, from: $0) }
  }

  package func save(_ messages: [WireMessage]) throws {
    if messages.isEmpty { return }
    let encoder = JSONEncoder()
    let rows = try messages.map { ($0, try encoder.encode($0)) }
    try queue.write { db in
      let upsert = try db.cachedStatement(
        sql: "INSERT INTO message VALUES (?, ?, ?, ?) "
          + "ON CONFLICT DO UPDATE SET payload = excluded.payload")
      for (message, payload) in rows {
        try upsert.execute(arguments: [message.threadID, message.id, message.sentAt, payload])
      }
    }
  }
}
