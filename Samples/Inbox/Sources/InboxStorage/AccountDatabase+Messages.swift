// SPDX-License-Identifier: MIT

import Foundation
import GRDB
public import InboxWire

extension AccountDatabase {
  /// Returns the messages of a thread that were saved, oldest first.
  public func messages(in threadID: String) throws -> [WireMessage] {
    let payloads = try queue.read { db in
      try Data.fetchAll(
        db, sql: "SELECT payload FROM message WHERE threadID = ? ORDER BY sentAt, id",
        arguments: [threadID])
    }
    let decoder = JSONDecoder()
    return try payloads.map { try decoder.decode(WireMessage.self, from: $0) }
  }

  /// Saves messages, in one transaction.
  public func save(_ messages: [WireMessage]) throws {
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
