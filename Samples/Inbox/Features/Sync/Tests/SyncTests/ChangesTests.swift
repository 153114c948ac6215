// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import Sync

/// The changes from the server, one step at a time.
@Suite struct ChangesTests {
  private let clock = ManualClock()

  private func makeStore(_ state: State) -> TestStoreOf<State, SyncFeature.Action> {
    TestStore(state: state, reducer: SyncFeature.reducer, clock: clock)
      .accepting(SyncFeature.Action.self)
  }

  @Test func `The next change is applied, and raises the revision with that action`() async {
    let store = makeStore(online(revision: 4))
    await store.send(.received(event(5))) {
      $0.received = 5
    }
    await store.receive(.applied([event(5)], revision: 5)) { $0.revision = 5 }
    await store.send(.received(event(5)))
    await store.send(.received(event(3)))
    await store.finish()
  }

  @Test func `A gap ends the connection, and the next one delivers what is missing`() async {
    let store = makeStore(online(revision: 4))
    await store.send(.received(event(7))) { $0.connection = .waiting(attempt: 1) }
    await store.send(.connected) { $0.connection = .online }
    await store.send(.received(event(5))) { $0.received = 5 }
    await store.receive(.applied([event(5)], revision: 5)) { $0.revision = 5 }
    await store.finish()
  }
}
