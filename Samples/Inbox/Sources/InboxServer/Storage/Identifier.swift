// SPDX-License-Identifier: MIT

import InboxWire

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
