// SPDX-License-Identifier: MIT

import Composer
import Foundation
package import InboxWire
import Runnel
import Sync
package import ThreadDetail
package import ThreadList

/// Applies the changes of the server to the features of a session.
///
/// The action that raises the revision also changes the rows. So every stored state contains all
/// changes up to its revision.
let synchronization = Reducer<Session>.on(SyncFeature.Action.self) { session, action in
  switch action {
  case .applied(let events, _): return EffectOf(session.apply(events))
  case .confirmed(let message, let payload): return EffectOf(session.confirm(message, payload))
  case .rejected(let message, let reason): return EffectOf(session.takeBack(message, reason))
  default: return .none
  }
}

extension Session {
  fileprivate mutating func apply(_ events: [SyncFeature.Event]) -> Effect {
    var effects: [Effect] = []
    var rows: [ThreadListFeature.Row] = []
    for event in events {
      guard let event = WireEvent(payload: event.payload) else { continue }
      rows.append(ThreadListFeature.Row(event.thread, revision: event.revision))
      if let message = event.message {
        effects.append(
          updateThread(message.threadID, .received(ThreadDetailFeature.Message(message))))
      }
    }
    return .merge(effects + [updateList(.changed(rows))])
  }

  fileprivate mutating func confirm(_ message: SyncFeature.Outgoing, _ payload: String) -> Effect {
    guard let sent = WireSent(payload: payload) else { return .none }
    return .merge(
      updateList(.changed([ThreadListFeature.Row(sent.thread, revision: sent.revision)])),
      updateThread(sent.message.threadID, .received(ThreadDetailFeature.Message(sent.message))))
  }

  /// Rolls a message back that the server refused: its text becomes a draft again.
  fileprivate mutating func takeBack(_ message: SyncFeature.Outgoing, _ reason: String) -> Effect {
    notice = "Not sent: \(reason)"
    if let threadID = message.threadID {
      let isOpen = path.contains { screen in
        if case .thread(let thread) = screen { thread.id == threadID } else { false }
      }
      // The thread shows the message, with which the user can try again.
      if isOpen {
        return updateThread(threadID, .failed(clientID: message.id, reason: reason))
      }
    }
    drafts.upsert(
      ComposerFeature.State(
        id: message.id, threadID: message.threadID, subject: message.subject ?? "",
        text: message.text))
    return .none
  }
}

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
