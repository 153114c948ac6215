// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting

@testable import ThreadDetail

struct Broken: Error, CustomStringConvertible {
  let description: String
}

/// The conditions that hold after every action.
enum Invariants {
  static func check(from before: State, _ action: any Action, to after: State) throws {
    try check(after)
    for message in before.messages {
      let replaced = after.messages.first { $0.clientID == message.clientID }
      if let replaced {
        if message.isSent, !replaced.isSent { throw Broken(description: "\(message) is a reply") }
        continue
      }
      if case Feature.Action.discardTapped(clientID: message.id) = action, !message.isSent,
        message.status != .sending
      {
        continue
      }
      throw Broken(description: "\(message) is lost")
    }
    if before.isAnswered, case Feature.Action.loaded(_, _, isStale: true) = action, before != after
    {
      throw Broken(description: "a stale answer replaced the one of the server")
    }
  }

  static func check(_ state: State) throws {
    let clients = state.messages.map(\.clientID)
    guard Set(clients).count == clients.count else {
      throw Broken(description: "a client ID occurs twice in \(clients)")
    }
    let sent = state.messages.prefix(while: \.isSent)
    guard state.messages.dropFirst(sent.count).allSatisfy({ !$0.isSent }) else {
      throw Broken(description: "a reply is before a message of the server")
    }
    guard zip(sent, sent.dropFirst()).allSatisfy({ $0.isOlder(than: $1) }) else {
      throw Broken(description: "the messages are not sorted: \(sent.map(\.sentAt))")
    }
    guard state.messages.allSatisfy({ $0.isSent || $0.id == $0.clientID }) else {
      throw Broken(description: "a reply has another ID")
    }
  }
}
