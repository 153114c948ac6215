// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import ThreadDetail

/// A thread with a server, in any order of actions and answers.
@Suite struct ExplorationTests {
  @Test func `No message is lost, doubled or out of order, in any sequence`() async {
    await explore(
      state: ModelServer.State(), reducer: ModelServer.reducer, runs: 1_000, length: 50,
      actions: { random, state in ModelServer.action(&random, state) },
      performing: { command, random in ModelServer.perform(command, &random) },
      holds: { before, action, after in
        try Invariants.check(from: before.thread, action, to: after.thread)
        return true
      })
  }

  @Test func `From any state, an answer of the server shows all of its messages`() async {
    await explore(
      state: ModelServer.State(), reducer: ModelServer.reducer, runs: 200, length: 40,
      actions: { random, state in ModelServer.action(&random, state) },
      performing: { command, random in ModelServer.perform(command, &random) },
      holds: { state in
        var thread = state.thread
        thread.reduce(.loaded(subject: "Otters", state.stored, isStale: false))
        return Array(thread.messages.filter(\.isSent))
          == state.stored.sorted { $0.isOlder(than: $1) }
      })
  }

  @Test func `A message is marked once, and never one that is older`() async {
    await explore(
      state: ModelServer.State(), reducer: ModelServer.reducer, runs: 500, length: 50,
      actions: { random, state in ModelServer.action(&random, state) },
      performing: { command, random in ModelServer.perform(command, &random) },
      holds: { state in
        let dates = state.marked.compactMap { id in state.stored.first { $0.id == id }?.sentAt }
        return Set(state.marked).count == state.marked.count && dates == dates.sorted()
      })
  }
}
