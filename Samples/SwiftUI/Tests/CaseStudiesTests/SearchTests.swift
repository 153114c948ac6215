// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct SearchTests {
  private let clock = ManualClock()

  private func testStore() -> TestStoreOf<Search.State, Search.Action> {
    TestStore(
      state: Search.State(), reducer: Search.reducer, handlers: AppHandlers.live, clock: clock
    )
    .accepting(Search.Action.self)
  }

  private func type(in store: TestStoreOf<Search.State, Search.Action>) async {
    await store.send(.typed("o")) {
      $0.text = "o"
      $0.isSearching = true
    }
  }

  @Test func aSearchStartsWhenTheUserPauses() async {
    let store = testStore()
    let spy = CommandSpy(Search.Find.self, sending: Search.Action.self) { command in
      .once { .found(["otter"], text: command.text) }
    }
    store.handle(with: spy)

    await type(in: store)
    await clock.advance(by: .milliseconds(299))
    await store.send(.typed("ot")) { $0.text = "ot" }
    await clock.advance(by: .milliseconds(299))
    #expect(spy.commands.isEmpty)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.found(["otter"], text: "ot")) {
      $0.hits = ["otter"]
      $0.isSearching = false
    }
    #expect(spy.commands == [Search.Find(text: "ot")])
    await store.finish()
  }

  @Test func aNewSearchCancelsThePreviousOne() async {
    let store = testStore()
    await type(in: store)
    await clock.advance(by: .milliseconds(400))
    await store.send(.typed("ow")) { $0.text = "ow" }
    await clock.advance(by: .milliseconds(800))
    await store.receive(.found(["owl"], text: "ow")) {
      $0.hits = ["owl"]
      $0.isSearching = false
    }
    await store.finish()
  }

  @Test func clearingTheTextCancelsTheSearch() async {
    let store = testStore()
    await type(in: store)
    await clock.advance(by: .milliseconds(400))
    await store.send(.typed("")) { $0 = Search.State() }
    await clock.advance(by: .seconds(10))
    await store.finish()
  }

  @Test func anErrorIsShown() async {
    struct Offline: Error {}
    let store = testStore()
    store.handle(Search.Find.self) { _ in .once { throw Offline() } }

    await type(in: store)
    await clock.advance(by: .milliseconds(300))
    await store.receive(.failed("Offline()")) {
      $0.isSearching = false
      $0.problem = "Offline()"
    }
    await store.finish()
  }
}
