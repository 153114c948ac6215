// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import Sync

struct Broken: Error, CustomStringConvertible {
  let description: String
}

/// The queue and the changes, in any order of actions and answers.
@Suite struct ExplorationTests {
  @Test func `Each message ends once on the server or is rejected once, in any sequence`() async {
    await explore(
      state: ModelApp.State(), reducer: ModelApp.reducer, runs: 2_000, length: 60,
      actions: { random, state in ModelApp.action(&random, state) },
      performing: { try ModelApp.perform($0, &$1) },
      holds: { state in
        try Self.check(state)
        return true
      })
  }

  @Test func `From any state, a server that answers empties the queue`() async {
    await explore(
      state: ModelApp.State(), reducer: ModelApp.reducer, runs: 200, length: 40,
      actions: { random, state in ModelApp.action(&random, state) },
      performing: { try ModelApp.perform($0, &$1) },
      holds: { state in
        guard state.session != nil else { return true }
        let end = Self.drained(state)
        try Self.check(end)
        return end.session?.sync.queue.isEmpty ?? true
      })
  }

  @Test func `The revision never goes back, and each change is applied once and in order`() async {
    await explore(
      state: ModelApp.State(), reducer: ModelApp.reducer, length: 60,
      actions: { random, state in ModelApp.action(&random, state) },
      performing: { try ModelApp.perform($0, &$1) },
      holds: { before, _, after in
        if let old = before.session, let new = after.session, old.id == new.id,
          new.sync.revision < old.sync.revision
        {
          throw Broken(description: "the revision went back")
        }
        return after.sessions.allSatisfy {
          $0.applied.map(Int.init) == Array(0..<Int($0.sync.revision)).map { $0 + 1 }
        }
      })
  }

  /// Checks that no message is lost, doubled or moved.
  static func check(_ state: ModelApp.State) throws {
    for session in state.sessions {
      let stored = state.stored[session.id] ?? []
      let ends = session.confirmed + session.rejected + session.sync.queue.ids
      guard ends.sorted() == session.submitted.map(\.id).sorted() else {
        throw Broken(description: "\(ends) are not the submitted messages")
      }
      guard Set(stored.map(\.id)).count == stored.count else {
        throw Broken(description: "a message is twice on the server")
      }
      guard
        stored.map(\.id).filter({ !session.sync.queue.ids.contains($0) })
          == session.confirmed
      else { throw Broken(description: "the confirmed messages are not those of the server") }
      let order = session.submitted.filter { message in stored.contains { $0.id == message.id } }
      guard order.map(\.id) == stored.map(\.id) else {
        throw Broken(description: "the order has changed")
      }
    }
  }

  /// Returns the state after a restart, with a connection that lasts and a server that answers.
  private static func drained(_ state: ModelApp.State) -> ModelApp.State {
    var state = state
    func reduce(_ action: some Action) { ModelApp.reducer.reduce(&state, action) }
    reduce(SyncFeature.Action.started)
    reduce(SyncFeature.Action.enabled(true))
    reduce(SyncFeature.Action.connected)
    while let session = state.session, let message = session.sync.queue.first {
      guard message.progress == .sending else { break }
      if message.text == "reject-me" {
        reduce(SyncFeature.Action.refused(id: message.id, reason: ""))
        reduce(SyncFeature.Action.rejected(message, reason: ""))
      } else {
        reduce(ModelApp.Action.arrived(account: session.id, message))
        reduce(SyncFeature.Action.sent(id: message.id, payload: ""))
        reduce(SyncFeature.Action.confirmed(message, payload: ""))
      }
    }
    return state
  }
}
