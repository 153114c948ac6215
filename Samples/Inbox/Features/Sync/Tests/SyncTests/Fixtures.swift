// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting

@testable import Sync

struct Unavailable: Error {}

typealias Outgoing = SyncFeature.Outgoing
typealias State = SyncFeature.State

func message(_ id: String, thread: String? = "t", text: String = "hello") -> Outgoing {
  Outgoing(clientID: id, threadID: thread, text: text, createdAt: 0)
}

func event(_ revision: Int64) -> SyncFeature.Event {
  SyncFeature.Event(revision: revision, payload: "\(revision)")
}

/// Returns a state that is online.
func online(_ queue: Outgoing..., revision: Int64 = 0) -> State {
  var state = State(id: "ada", revision: revision)
  state.connection = .online
  state.queue = Entities(queue)
  return state
}

extension Outgoing {
  /// Returns the message after its requests.
  func sent(_ attempts: Int, _ progress: Progress = .sending) -> Outgoing {
    var message = self
    message.attempts = attempts
    message.progress = progress
    return message
  }
}
