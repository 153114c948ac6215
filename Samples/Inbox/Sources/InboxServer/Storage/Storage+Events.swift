// SPDX-License-Identifier: MIT

import GRDB
import InboxWire

extension Storage {
  /// Returns the events after a revision, as the user sees them now.
  func changes(_ token: String?, since revision: Int64, limit: Int) async throws -> WireChanges {
    try await pool.read { db in
      let user = try user(token, db)
      let newest = try Self.revision(db)
      guard revision <= newest else {
        throw WireFailure(
          code: .invalid, reason: "the server has no revision \(revision), only \(newest)")
      }
      let rows = try Row.fetchAll(
        db,
        sql: "SELECT * FROM event WHERE revision > ? ORDER BY revision LIMIT ?",
        arguments: [revision, limit])
      let events = try rows.map { row in try Self.event(row, for: user, db) }
      let last = events.last?.revision ?? revision
      return WireChanges(
        events: events, revision: last, isComplete: last >= newest)
    }
  }

  // MARK: Rows

  /// Returns the newest revision.
  static func revision(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db, sql: "SELECT MAX(revision) FROM event") ?? 0
  }

  /// Adds an event, in the transaction of the change, and returns its revision.
  static func addEvent(_ thread: Int64, message: Int64?, _ db: Database) throws -> Int64 {
    try db.execute(
      sql: "INSERT INTO event (threadID, messageID) VALUES (?, ?)", arguments: [thread, message])
    return db.lastInsertedRowID
  }

  private static func event(_ row: Row, for user: String, _ db: Database) throws -> WireEvent {
    let thread = try thread(row["threadID"], for: user, db)
    let message = try (row["messageID"] as Int64?).flatMap { id in
      try Row.fetchOne(db, sql: "SELECT * FROM message WHERE id = ?", arguments: [id])
    }
    let kind: WireEvent.Kind =
      message.map { .message(Self.message($0), thread: thread) } ?? .thread(thread)
    return WireEvent(revision: row["revision"], kind: kind)
  }
}
