// SPDX-License-Identifier: MIT

import GRDB

/// The reason why a server can't start, as one line.
public struct StartupError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason, for people.
  public let description: String

  /// Creates an error with a reason.
  public init(_ description: String) {
    self.description = description
  }

  /// Creates the error for a database that can't be prepared.
  init(path: String, writing error: any Error) {
    switch error {
    case let error as StartupError: self = error
    case let error as DatabaseError: self.init(path: path, error: error)
    default: self.init("\(path) can't be written: \(error)")
    }
  }

  init(path: String, error: DatabaseError) {
    switch error.resultCode {
    case .SQLITE_NOTADB, .SQLITE_CORRUPT:
      self.init("\(path) is damaged or no database: \(error.summary)")
    case .SQLITE_READONLY, .SQLITE_PERM:
      self.init("\(path) can't be written: \(error.summary)")
    case .SQLITE_FULL:
      self.init("\(path) can't be written: the disk is full")
    default:
      self.init("\(path) can't be opened: \(error.summary)")
    }
  }
}

extension DatabaseError {
  /// The message of SQLite, on one line.
  var summary: String {
    (message ?? resultCode.description).replacing("\n", with: " ")
  }
}
