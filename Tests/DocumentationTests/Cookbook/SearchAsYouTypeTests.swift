// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of SearchAsYouType.md.
@Suite struct SearchAsYouTypeTests {
  typealias Search = SearchAsYouTypeExample.Search

  @Test func `The last text is searched for after a pause`() async {
    let clock = ManualClock()
    let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
      .accepting(Search.Action.self)
    let spy = CommandSpy(Search.Command.self) { command in
      .run { send in
        try await send.sleep(for: .seconds(1))
        send(Search.Action.found(["\(command)"]))
      }
    }
    store.handle(with: spy)

    await store.send(.typed("o")) { $0.text = "o" }
    await clock.advance(by: .milliseconds(200))
    await store.send(.typed("ot")) { $0.text = "ot" }
    await clock.advance(by: .milliseconds(300))
    #expect(spy.commands == [.search("ot")])

    // The next letters cancel the running search: its hits never arrive.
    await store.send(.typed("otter")) { $0.text = "otter" }
    await clock.advance(by: .milliseconds(1300))
    await store.receive(.found([#"search("otter")"#])) { $0.hits = [#"search("otter")"#] }
    #expect(spy.commands == [.search("ot"), .search("otter")])

    await store.send(.typed("otters")) { $0.text = "otters" }
    await store.send(.typed("")) { $0 = Search.State() }
    await clock.advance(by: .seconds(2))
    #expect(spy.commands.count == 2)
    await store.finish()
  }
}
