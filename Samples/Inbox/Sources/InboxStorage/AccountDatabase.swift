// SPDX-License-Identifier: MIT

import Foundation
import GRDB

/// The SQLite database of one account on this machine.
///
/// It contains values, collections of rows, and the messages that were loaded, for reading offline.
/// A committed transaction survives a crash of the machine. All members can be used from any
/// thread.
public final class AccountDatabase: Sendable {
  /// The path of the file.
  public let path: String
  let queue: DatabaseQueue

  /// Opens a database, or creates it.
  ///
  /// A file that this version can't use is left as it is.
  ///
  /// - Throws: ``DatabaseProblem``.
  public init(path: String) throws {
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

  /// Closes the file.
  ///
  /// - Throws: ``DatabaseProblem`` if the file is still in use.
  public func close() throws {
    do { try queue.close() } catch { throw DatabaseProblem(path: path, error) }
  }

  /// Deletes the files of a database, which must be closed.
  public static func delete(path: String) {
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
  public func changeCount() throws -> Int {
    try queue.read { $0.totalChangesCount }
  }
}
