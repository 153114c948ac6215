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

  @Test func `A gap is requested once, and a change that came during the request is not lost`()
    async
  {
    let store = makeStore(online(revision: 4))
    let spy = CommandSpy(SyncFeature.Command.self) { command in
      guard case .catchUp(_, let since) = command else { return .none }
      return .once {
        SyncFeature.Action.caughtUp(
          SyncFeature.Changes(
            since: since, events: [event(since + 1), event(since + 3)], revision: since + 3))
      }
      .delay(for: .seconds(1))
    }
    store.handle(with: spy)
    await store.send(.received(event(7))) {
      $0.newest = 7
      $0.isCatchingUp = true
    }
    await store.send(.received(event(9))) { $0.newest = 9 }
    await clock.advance(by: .seconds(1))
    await store.receive(
      .caughtUp(
        SyncFeature.Changes(since: 4, events: [event(5), event(7)], revision: 7))
    ) { $0.received = 7 }
    await store.receive(.applied([event(5), event(7)], revision: 7)) { $0.revision = 7 }
    await clock.advance(by: .seconds(1))
    await store.receive(SyncFeature.Action.self) {
      $0.received = 10
      $0.isCatchingUp = false
    }
    await store.receive(.applied([event(8), event(10)], revision: 10)) { $0.revision = 10 }
    await store.finish()
    #expect(
      spy.commands == [.catchUp(account: "ada", since: 4), .catchUp(account: "ada", since: 7)])
  }

  @Test func `An incomplete answer is followed by the next request`() async {
    var state = online(revision: 4)
    state.isCatchingUp = true
    let store = makeStore(state)
    let spy = CommandSpy(SyncFeature.Command.self) { _ in .none }
    store.handle(with: spy)
    let changes = SyncFeature.Changes(since: 4, events: [event(5)], revision: 5, isComplete: false)
    await store.send(.caughtUp(changes)) {
      $0.received = 5
      $0.newest = 6
    }
    await store.receive(.applied([event(5)], revision: 5)) { $0.revision = 5 }
    await store.finish()
    #expect(spy.commands == [.catchUp(account: "ada", since: 5)])
  }

  @Test func `An answer that begins after the revision is ignored`() async {
    let store = makeStore(online(revision: 4))
    let changes = SyncFeature.Changes(since: 6, events: [event(7)], revision: 7)
    await store.send(.caughtUp(changes))
    await store.finish()
  }

  @Test func `A late answer applies only changes that are new`() async {
    let store = makeStore(online(revision: 4))
    let changes = SyncFeature.Changes(since: 2, events: [3, 4, 5].map(event), revision: 5)
    await store.send(.caughtUp(changes)) {
      $0.received = 5
    }
    await store.receive(.applied([event(5)], revision: 5)) { $0.revision = 5 }
    await store.send(.caughtUp(changes))
    await store.finish()
  }

  @Test func `A gap that can't be filled is filled by the next socket`() async {
    let store = makeStore(online(revision: 4))
    store.handle(SyncFeature.Command.self) { _ in .once { throw Unavailable() } }
    await store.send(.received(event(9))) {
      $0.newest = 9
      $0.isCatchingUp = true
    }
    await store.receive(.catchingUpFailed(reason: "Unavailable()")) {
      $0.isCatchingUp = false
      $0.connection = .waiting(attempt: 1)
    }
    await store.send(.connected) {
      $0.connection = .online
      $0.newest = 4
    }
    await store.finish()
  }
}
