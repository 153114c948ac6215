// SPDX-License-Identifier: MIT

import Foundation
package import InboxWire
package import ThreadDetail
package import ThreadList

extension ThreadListFeature.Row {
  package init(_ thread: WireThread, revision: Int64) {
    self.init(
      id: thread.id, subject: thread.subject, preview: thread.preview, author: thread.lastAuthor,
      date: thread.updatedAt, unread: thread.unreadCount, isArchived: thread.isArchived,
      revision: revision)
  }
}

extension ThreadDetailFeature.Message {
  package init(_ message: WireMessage) {
    self.init(
      id: message.id, clientID: message.clientID, author: message.author, text: message.text,
      sentAt: message.sentAt)
  }
}

extension Decodable {
  /// Decodes a value from the JSON text that the connection passes through.
  package init?(payload: String) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(payload.utf8)) else {
      return nil
    }
    self = value
  }
}

extension Encodable {
  /// The JSON text that the connection passes through.
  package var payload: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }
}
