// SPDX-License-Identifier: MIT

import GRDB

/// The reason why a database can't be used, as one line.
public struct DatabaseProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason, for people.
  public let description: String

  /// Creates a problem with a reason.
  public init(_ description: String) {
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
