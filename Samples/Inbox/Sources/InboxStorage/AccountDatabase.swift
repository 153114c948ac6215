// SPDX-License-Identifier: MIT

import Foundation
import GRDB
package import InboxWire

/// The SQLite database of one account on this machine.
///
/// It contains values, collections of rows, and the messages that were loaded, for reading offline.
/// A committed transaction survives a crash of the machine. All members can be used from any
/// thread.
package final class AccountDatabase: Sendable {
  /// The path of the file.
  package let path: String
  let queue: DatabaseQueue

  /// Opens a database, or creates it.
  ///
  /// A file that this version can't use is left as it is.
  ///
  /// - Throws: ``DatabaseProblem``.
  package init(path: String) throws {
    self.path = path
    do {
      try Self.check(path)
      var configuration = Configuration()
      configuration.label = "inbox"
      configuration.busyMode = .timeout(5)
      configuration.prepareDatabase { db in
        if !db.configuration.readonly {
          try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        }
      }
      queue = try DatabaseQueue(path: path, configuration: configuration)
      try Schema.migrator.migrate(queue)
      // A folder that can't be written fails here, and not with the first message.
      try queue.write { try $0.execute(sql: "PRAGMA user_version = \(Schema.version)") }
    } catch {
      throw DatabaseProblem(path: path, error)
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

  /// Closes the file.
  ///
  /// - Throws: ``DatabaseProblem`` if the file is still in use.
  package func close() throws {
    do { try queue.close() } catch { throw DatabaseProblem(path: path, error) }
  }

  /// Deletes the files of a database, which must be closed.
  package static func delete(path: String) {
    for file in [path, "\(path)-wal", "\(path)-shm"] {
      try? FileManager.default.removeItem(atPath: file)
    }
  }

  /// Checks a file that exists, without changing it.
  private static func check(_ path: String) throws {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    guard let size, size > 0 else { return }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    try queue.read { db in
      let application = try Int32.fetchOne(db, sql: "PRAGMA application_id")
      let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") ?? 0
      guard application == Schema.applicationID || count == 0 else {
        throw DatabaseProblem("\(path) is the database of another program")
      }
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      let isNewer = try version > Schema.version || Schema.migrator.hasBeenSuperseded(db)
      if isNewer { throw DatabaseProblem("\(path) was written by a newer version of inbox") }
    }
  }
}

extension AccountDatabase {
  /// Returns the number of rows that were written since the database was opened.
  package func changeCount() throws -> Int {
    try queue.read { $0.totalChangesCount }
  }

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

  /// Saves messages, in one transaction.
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

/// The reason why a database can't be used, as one line.
package struct DatabaseProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason, for people.
  package let description: String

  /// Creates a problem with a reason.
  package init(_ description: String) {
    self.description = description
  }

  init(path: String, _ error: any Error) {
    switch error {
    case let problem as DatabaseProblem: self = problem
    case let error as DatabaseError: self.init("\(path) \(error.reason)")
    default: self.init("\(path) can't be opened: \(error)")
    }
  }
}

extension DatabaseError {
  /// The reason, as the end of a sentence that begins with the file.
  var reason: String {
    let detail = (message ?? resultCode.description).replacing("\n", with: " ")
    return switch resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: "is damaged or no database: \(detail)"
    case .SQLITE_READONLY, .SQLITE_PERM: "can't be written: \(detail)"
    case .SQLITE_FULL: "can't be written: the disk is full"
    default: "can't be opened: \(detail)"
    }
  }
}

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
    """
}
