// SPDX-License-Identifier: MIT

import Runnel

extension SyncFeature.State {
  typealias Effect = EffectOf<SyncFeature.Action>

  /// Forgets the requests of the previous run, whose answers can't arrive anymore.
  ///
  /// Pending results are dropped, because they will arrive again.
  mutating func start() -> Effect {
    if isEnabled { connection = .connecting(attempt: 0) }
    received = revision
    return .merge(.cancel(id: SyncFeature.ID.results), forgetRequests(andResults: true))
  }

  mutating func enable(_ isEnabled: Bool) -> Effect {
    guard isEnabled != self.isEnabled else { return .none }
    connection = isEnabled ? .connecting(attempt: 0) : .off
    return isEnabled ? .none : forgetRequests(andResults: false)
  }

  mutating func reconnect() -> Effect {
    if case .waiting(let attempt) = connection { connection = .connecting(attempt: attempt) }
    return .none
  }

  mutating func connect() -> Effect {
    guard isEnabled else { return .none }
    connection = .online
    return resend()
  }

  mutating func disconnect() -> Effect {
    switch connection {
    case .off, .waiting: break
    case .connecting(let attempt): connection = .waiting(attempt: attempt + 1)
    case .online: connection = .waiting(attempt: 1)
    }
    return .none
  }

  /// Cancels all requests, so that the messages of the queue wait again.
  private mutating func forgetRequests(andResults includesResults: Bool) -> Effect {
    for id in queue.ids where includesResults || queue[id: id]?.progress == .sending {
      queue[id: id]?.progress = .waiting
    }
    return .cancel(id: SyncFeature.ID.sending)
  }
}
