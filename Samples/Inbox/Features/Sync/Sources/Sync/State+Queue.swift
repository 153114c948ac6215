// SPDX-License-Identifier: MIT

import Runnel

extension SyncFeature.State {
  mutating func submit(_ message: SyncFeature.Outgoing) -> Effect {
    guard queue[id: message.id] == nil else { return .none }
    queue.upsert(message)
    return sendNext()
  }

  /// Sends the first message, unless its request or its result is pending.
  mutating func sendNext() -> Effect {
    guard connection == .online, let id = queue.ids.first, queue[id: id]?.progress == .waiting
    else { return .none }
    queue[id: id]?.progress = .sending
    queue[id: id]?.attempts += 1
    guard let message = queue[id: id] else { return .none }
    return .concatenate(
      .perform(SyncFeature.Command.send(account: self.id, message)).timeout(after: .seconds(30)),
      // The answer cancels this effect, so this action means that there was no answer.
      .send(.sendingFailed(id: id, reason: "The server didn't answer."))
    )
    .catch { .sendingFailed(id: id, reason: "\($0)") }
    .cancellable(id: SyncFeature.ID.sending, cancelInFlight: true)
  }

  /// Sends the first message again if its request began before a connection.
  ///
  /// The request can be one of the previous run of the program.
  mutating func resend() -> Effect {
    if let id = queue.ids.first, queue[id: id]?.progress == .sending {
      queue[id: id]?.progress = .waiting
    }
    return sendNext()
  }

  /// Accepts the first answer for a message.
  ///
  /// The message stays in the queue until the action with the answer removes it. So no stored state
  /// has lost the message without its answer.
  mutating func answer(
    _ id: SyncFeature.Outgoing.ID,
    with action: (SyncFeature.Outgoing) -> SyncFeature.Action
  ) -> Effect {
    guard let message = queue[id: id], message.progress != .answered else { return .none }
    queue[id: id]?.progress = .answered
    return .merge(
      queue.ids.first == id ? .cancel(id: SyncFeature.ID.sending) : .none,
      .send(action(message)).cancellable(id: SyncFeature.ID.results))
  }

  /// Keeps a message whose request failed, and sends it again after a pause.
  mutating func postpone(_ id: SyncFeature.Outgoing.ID) -> Effect {
    guard let message = queue[id: id], message.progress == .sending else { return .none }
    queue[id: id]?.progress = .waiting
    return .send(.sendingDue)
      .delay(for: SyncFeature.pause(after: message.attempts))
      .cancellable(id: SyncFeature.ID.sending, cancelInFlight: true)
  }

  mutating func remove(_ id: SyncFeature.Outgoing.ID) -> Effect {
    queue.remove(id: id)
    return sendNext()
  }
}
