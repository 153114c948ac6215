// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import InboxWire

extension Storage {
  /// Returns the page of threads before a cursor, the last message of the page before.
  func threads(
    _ token: String?, limit: Int, before cursor: String?, search: String?
  ) async throws -> WirePage {
    let before = try cursor.map(Identifier.messageRow) ?? .max
    let text = search?.foldedForSearch
    guard text?.isPlain != false else {
      throw WireFailure.invalid("the search contains control characters")
    }
    return try await pool.read { db in
      let user = try user(token, db)
      var condition = "thread.lastMessageID < :before"
      if text?.isEmpty == false {
        condition += """
           AND (instr(thread.folded, :text) > 0 OR EXISTS (
            SELECT 1 FROM message WHERE threadID = thread.id AND instr(folded, :text) > 0))
          """
      }
      // One more row shows whether another page follows.
      var rows = try Row.fetchAll(
        db,
        sql: """
          \(Self.selectThreads) WHERE \(condition)
          ORDER BY thread.lastMessageID DESC LIMIT :limit
          """,
        arguments: StatementArguments([
          "user": user, "before": before, "limit": limit + 1,
        ]) + (text?.isEmpty == false ? ["text": text] : [:]))
      let hasMore = rows.count > limit
      if hasMore { rows.removeLast() }
      let next = hasMore ? rows.last.map { Identifier.message($0["lastMessageID"]) } : nil
      return WirePage(threads: rows.map(Self.thread), next: next, revision: try Self.revision(db))
    }
  }

  func messages(_ token: String?, in threadID: String) async throws -> WireMessages {
    let id = try Identifier.threadRow(threadID)
    return try await pool.read { db in
      let thread = try Self.thread(id, for: try user(token, db), db)
      let rows = try Row.fetchAll(
        db, sql: "SELECT * FROM message WHERE threadID = ? ORDER BY id", arguments: [id])
      return WireMessages(
        messages: rows.map(Self.message), thread: thread, revision: try Self.revision(db))
    }
  }

  /// Moves the user's marker forward, up to a message.
  func markRead(
    _ token: String?, _ threadID: String, upTo messageID: String
  ) async throws -> WireThread {
    let message = try Identifier.messageRow(messageID)
    return try await change(token, threadID) { id, user, db in
      let owner = try Int64.fetchOne(
        db, sql: "SELECT threadID FROM message WHERE id = ?", arguments: [message])
      guard owner == id else {
        throw WireFailure(code: .notFound, reason: "the thread has no such message")
      }
      try db.execute(
        sql: """
          INSERT INTO marker (user, threadID, messageID) VALUES (?, ?, ?)
          ON CONFLICT (user, threadID) DO UPDATE SET messageID = excluded.messageID
          WHERE excluded.messageID > messageID
          """,
        arguments: [user, id, message])
    }
  }

  func archive(_ token: String?, _ threadID: String, isArchived: Bool) async throws -> WireThread {
    try await change(token, threadID) { id, _, db in
      try db.execute(
        sql: "UPDATE thread SET isArchived = ? WHERE id = ? AND isArchived <> ?",
        arguments: [isArchived, id, isArchived])
    }
  }

  /// Changes a thread, and adds an event if that made a difference.
  private func change(
    _ token: String?, _ threadID: String,
    _ body: @escaping @Sendable (_ id: Int64, _ user: String, Database) throws -> Void
  ) async throws -> WireThread {
    let id = try Identifier.threadRow(threadID)
    return try await pool.write { db in
      let user = try user(token, db)
      _ = try Self.thread(id, for: user, db)
      try body(id, user, db)
      if db.changesCount > 0 { _ = try Self.addEvent(id, message: nil, db) }
      return try Self.thread(id, for: user, db)
    }
  }

  static func thread(_ id: Int64, for user: String, _ db: Database) throws -> WireThread {
    let row = try Row.fetchOne(
      db, sql: selectThreads + " WHERE thread.id = :id", arguments: ["user": user, "id": id])
    guard let row else {
      throw WireFailure(code: .notFound, reason: "the thread doesn't exist")
    }
    return thread(row)
  }

  private static func thread(_ row: Row) -> WireThread {
    WireThread(
      id: Identifier.thread(row["id"]), subject: row["subject"],
      preview: preview(of: row["beginning"]), lastAuthor: row["author"],
      updatedAt: row["sentAt"], messageCount: row["messageCount"],
      unreadCount: row["unreadCount"], isArchived: row["isArchived"])
  }

  /// Returns the first characters of a text, on one line.
  static func preview(of text: String) -> String {
    String(text.prefix(WireLimits.previewCharacters).map { $0.isNewline ? " " : $0 })
  }

  /// Selects threads as a user sees them, with a text that is long enough for a preview.
  private static let selectThreads = """
    SELECT thread.id, thread.subject, thread.isArchived, thread.messageCount,
      thread.lastMessageID, last.author, last.sentAt, substr(last.text, 1, 1000) AS beginning,
      (SELECT COUNT(*) FROM message WHERE message.threadID = thread.id
        AND message.author <> :user AND message.id > COALESCE(
          (SELECT messageID FROM marker WHERE user = :user AND threadID = thread.id), 0)
      ) AS unreadCount
    FROM thread JOIN message AS last ON last.id = thread.lastMessageID
    """
}

extension String {
  /// The text without differences of case, accents and width.
  var foldedForSearch: String {
    folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
  }
}
