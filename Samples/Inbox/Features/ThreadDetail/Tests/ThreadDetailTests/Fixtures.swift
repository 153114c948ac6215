// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting

@testable import ThreadDetail

struct Unavailable: Error {}

typealias Feature = ThreadDetailFeature
typealias Message = ThreadDetailFeature.Message
typealias State = ThreadDetailFeature.State
typealias Store = TestStoreOf<State, Feature.Action>

/// Returns a message of the server, which another user has sent.
func message(
  _ id: String, at date: Int64, client: String? = nil, text: String = "hello"
) -> Message {
  Message(id: id, clientID: client ?? "client of \(id)", author: "ben", text: text, sentAt: date)
}

/// Returns a reply that is not on the server.
func reply(_ clientID: String, at date: Int64 = 0) -> Message {
  Message(clientID: clientID, author: "ada", text: "reply", sentAt: date)
}

extension Message {
  /// Returns the reply after the server refused it.
  func failed(_ reason: String = "rude") -> Message {
    var message = self
    message.status = .failed(reason: reason)
    return message
  }

  /// Returns the reply as the server has it.
  func stored(as id: String, at date: Int64) -> Message {
    Message(id: id, clientID: clientID, author: author, text: text, sentAt: date)
  }
}

extension State {
  /// Returns a thread on the screen, whose newest message is marked as read.
  static func shown(_ messages: Message...) -> State {
    var state = State(id: "t", subject: "Otters")
    state.isOpen = true
    state.isAnswered = true
    state.messages = Entities(messages)
    state.marked = messages.last(where: \.isSent)?.id
    return state
  }

  /// Reduces actions, without their effects.
  mutating func reduce(_ actions: Feature.Action...) {
    for action in actions { Feature.reducer.reduce(&self, action) }
  }
}
