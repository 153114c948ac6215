// SPDX-License-Identifier: MIT

import Foundation
package import GRDB

/// A kind of SQLite file: the program that it belongs to, and its tables.
package struct DatabaseFile: Sendable {
  let program: String
  /// Marks a file as one of the program.
  let applicationID: Int32
  /// The version of the tables, above which a program refuses a file.
  let version: Int
  let migrator: DatabaseMigrator
  /// Whether all pages are checked before the file is used.
  let isVerified: Bool

  /// Describes a file, whose first version has the tables of some SQL.
  package init(of program: String, applicationID: Int32, isVerified: Bool = false, tables: String) {
    self.program = program
    self.isVerified = isVerified
    self.applicationID = applicationID
    version = 1
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID); \(tables)")
    }
    self.migrator = migrator
  }

  package static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "inbox"
    configuration.busyMode = .timeout(5)
    return configuration
  }

  /// Opens or creates a file, and leaves one that the program can't use as it is.
  package func open<Connection: DatabaseWriter>(
    _ path: String, _ connect: () throws -> Connection
  ) throws(DatabaseProblem) -> Connection {
    do {
      try check(path)
      let connection = try connect()
      try migrator.migrate(connection)
      // A folder that can't be written fails here, and not with the first message.
      try connection.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
      return connection
    } catch { throw DatabaseProblem(path: path, error) }
  }

  /// Checks a file that exists, without changing it.
  private func check(_ path: String) throws {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    guard let size, size > 0 else { return }
    var configuration = Self.configuration
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    try queue.read { db in
      let application = try Int32.fetchOne(db, sql: "PRAGMA application_id")
      let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master") ?? 0
      guard application == applicationID || count == 0 else {
        throw DatabaseProblem("\(path) is the database of another program")
      }
      let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      if try found > version || migrator.hasBeenSuperseded(db) {
        throw DatabaseProblem("\(path) was written by a newer version of \(program)")
      }
      if isVerified, let finding = try String.fetchOne(db, sql: "PRAGMA quick_check(1)"),
        finding != "ok"
      {
        throw DatabaseProblem("\(path) is damaged: \(finding.replacing("\n", with: " "))")
      }
    }
  }
}

/// The reason why a database can't be used, as one line.
package struct DatabaseProblem: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  package init(path: String, _ error: any Error) {
    switch error {
    case let problem as DatabaseProblem: self = problem
    case let error as DatabaseError: self.init("\(path) \(error.reason)")
    default: self.init("\(path) can't be opened: \(error)")
    }
  }
}

extension DatabaseError {
  package var summary: String {
    (message ?? resultCode.description).replacing("\n", with: " ")
  }

  /// The reason, as the end of a sentence that begins with the file.
  package var reason: String {
    switch resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT: "is damaged or no database: \(summary)"
    case .SQLITE_READONLY, .SQLITE_PERM: "can't be written: \(summary)"
    case .SQLITE_FULL: "can't be written: the disk is full"
    default: "can't be opened: \(summary)"
    }
  }
}
