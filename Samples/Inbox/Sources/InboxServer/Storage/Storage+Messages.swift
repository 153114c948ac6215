// SPDX-License-Identifier: MIT

import GRDB
import InboxWire

extension Storage {
  /// Stores a message, or returns the one that the user has already sent with this client ID.
  func send(_ token: String?, _ send: WireSend) async throws -> WireSent {
    try await pool.write { db in
      let user = try user(token, db)
      try send.checkClientID()
      let stored = try Row.fetchOne(
        db, sql: "SELECT * FROM message WHERE author = ? AND clientID = ?",
        arguments: [user, send.clientID])
      if let stored {
        return WireSent(
          message: Self.message(stored),
          thread: try Self.thread(stored["threadID"], for: user, db),
          revision: stored["revision"])
      }
      try send.checkContent()
      let id: Int64
      if let threadID = send.threadID {
        id = try Identifier.threadRow(threadID)
        _ = try Self.thread(id, for: user, db)
      } else {
        id = try Self.addThread(try send.checkedSubject(), db)
      }
      let last = try Int64.fetchOne(db, sql: "SELECT MAX(sentAt) FROM message") ?? 0
      let (message, revision) = try Self.addMessage(
        send.text, clientID: send.clientID, author: user, to: id,
        // The clock can go back. The dates of messages don't.
        at: max(now(), last + 1), db)
      return WireSent(
        message: message, thread: try Self.thread(id, for: user, db), revision: revision)
    }
  }

  static func addThread(_ subject: String, _ db: Database) throws -> Int64 {
    try db.execute(
      sql: "INSERT INTO thread (subject, folded) VALUES (?, ?)",
      arguments: [subject, subject.foldedForSearch])
    return db.lastInsertedRowID
  }

  /// Adds a message with its event, and returns it with the event's revision.
  static func addMessage(
    _ text: String, clientID: String, author: String, to thread: Int64, at date: Int64,
    _ db: Database
  ) throws -> (WireMessage, Int64) {
    try db.execute(
      sql: """
        INSERT INTO message (threadID, clientID, author, text, folded, sentAt, revision)
        VALUES (?, ?, ?, ?, ?, ?, 0)
        """,
      arguments: [thread, clientID, author, text, text.foldedForSearch, date])
    let id = db.lastInsertedRowID
    let revision = try addEvent(thread, message: id, db)
    try db.execute(sql: "UPDATE message SET revision = ? WHERE id = ?", arguments: [revision, id])
    try db.execute(
      sql: """
        UPDATE thread SET messageCount = messageCount + 1, lastMessageID = ? WHERE id = ?
        """, arguments: [id, thread])
    let message = WireMessage(
      id: Identifier.message(id), threadID: Identifier.thread(thread), clientID: clientID,
      author: author, text: text, sentAt: date)
    return (message, revision)
  }

  static func message(_ row: Row) -> WireMessage {
    WireMessage(
      id: Identifier.message(row["id"]), threadID: Identifier.thread(row["threadID"]),
      clientID: row["clientID"], author: row["author"], text: row["text"],
      sentAt: row["sentAt"])
  }

  /// Returns the events after a revision, as the user sees them now.
  func changes(_ token: String?, since revision: Int64, limit: Int) async throws -> WireChanges {
    try await pool.read { db in
      let user = try user(token, db)
      let newest = try Self.revision(db)
      guard revision <= newest else {
        throw WireFailure.invalid("the server has no revision \(revision), only \(newest)")
      }
      let rows = try Row.fetchAll(
        db,
        sql: "SELECT * FROM event WHERE revision > ? ORDER BY revision LIMIT ?",
        arguments: [revision, limit])
      let events = try rows.map { row in try Self.event(row, for: user, db) }
      let last = events.last?.revision ?? revision
      return WireChanges(events: events, revision: last, isComplete: last >= newest)
    }
  }

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
    return WireEvent(revision: row["revision"], thread: thread, message: message.map(Self.message))
  }
}

extension WireSend {
  /// A text with this word is rejected, so that clients can show and test a rejection.
  private static let rejectedWord = "reject-me"

  fileprivate func checkClientID() throws {
    let limit = WireLimits.clientIDCharacters
    try WireFailure.unless(
      (1...limit).contains(clientID.count) && clientID.utf8.count <= 4 * limit && clientID.isPlain,
      "the clientID needs 1 to \(limit) printable characters")
  }

  fileprivate func checkContent() throws {
    let limit = WireLimits.textBytes
    try WireFailure.unless(text.utf8.count <= limit, "the text is longer than \(limit) bytes")
    try WireFailure.unless(!text.allSatisfy(\.isWhitespace), "the text is empty")
    try WireFailure.unless(
      text.filter { !"\n\t".contains($0) && $0 != "\r\n" }.isPlain,
      "the text contains control characters")
    guard !text.contains(Self.rejectedWord) else {
      throw WireFailure(
        code: .rejected, reason: "the server doesn't accept the word \(Self.rejectedWord)")
    }
  }

  fileprivate func checkedSubject() throws -> String {
    let subject = subject ?? ""
    let limit = WireLimits.subjectCharacters
    try WireFailure.unless(!subject.allSatisfy(\.isWhitespace), "a new thread needs a subject")
    try WireFailure.unless(
      subject.count <= limit && subject.utf8.count <= WireLimits.textBytes,
      "the subject is longer than \(limit) characters")
    try WireFailure.unless(subject.isPlain, "the subject contains control characters")
    return subject
  }
}

extension WireFailure {
  static func unless(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
    if !condition { throw WireFailure.invalid(reason()) }
  }
}

extension String {
  var isPlain: Bool {
    unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
