// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import ThreadList

@Suite struct SearchTests {
  private let clock = ManualClock()

  @Test func `A search starts after 300 milliseconds, and typing cancels it`() async {
    let store = makeStore(list(row(9)), clock)
    let spy = CommandSpy(Command.self) { command in
      guard case .search(_, let text, _) = command else { return .none }
      return .once { Action.found(text: text, [row(4)]) }.delay(for: .seconds(1))
    }
    store.handle(with: spy)
    await store.send(.typed("o")) {
      $0.search.text = "o"
      $0.search.isLoading = true
    }
    await clock.advance(by: .milliseconds(299))
    await store.send(.typed("ot")) { $0.search.text = "ot" }
    await clock.advance(by: .milliseconds(299))
    #expect(spy.commands == [])
    await clock.advance(by: .milliseconds(1))
    #expect(spy.commands == [.search(account: "ada", text: "ot", limit: 3)])
    // The search for "ot" is running, and never delivers its hits.
    await store.send(.typed("ott")) { $0.search.text = "ott" }
    await clock.advance(by: .milliseconds(1_300))
    await store.receive(.found(text: "ott", [row(4)])) {
      $0.search.isLoading = false
      $0.search.hits = [row(4)]
    }
    #expect(store.state.shown.ids == ["4"])
    #expect(store.state.rows.ids == ["9"])
    await store.send(.typed(" ")) {
      $0.search = ThreadListFeature.Search()
      $0.search.text = " "
    }
    #expect(store.state.shown.ids == ["9"])
    await store.finish()
  }

  @Test func `A search whose text is removed never starts`() async {
    let store = makeStore(list(row(9)), clock)
    let spy = CommandSpy(Command.self) { _ in .none }
    store.handle(with: spy)
    await store.send(.typed("o")) {
      $0.search.text = "o"
      $0.search.isLoading = true
    }
    await store.send(.typed("")) { $0.search = ThreadListFeature.Search() }
    #expect(store.store.runningEffects.isEmpty)
    await clock.advance(by: .seconds(1))
    await store.finish()
    #expect(spy.commands == [])
  }

  @Test func `Hits for another text, and pages, don't get among the hits`() async {
    var state = list(row(9))
    state.search.text = "otter"
    state.search.hits = [row(4)]
    state.nextCursor = "9"
    state.loading = .init(cursor: "9")
    let store = makeStore(state, clock)
    await store.send(.found(text: "ot", [row(3)]))
    await store.send(.reachedEnd)
    await store.send(.loaded(Page(cursor: "9", rows: [row(8)], next: "8", revision: 1))) {
      $0.loading = nil
      $0.rows.upsert(row(8))
      $0.nextCursor = "8"
    }
    await store.send(.reachedEnd)
    #expect(store.state.shown.ids == ["4"])
    await store.finish()
  }

  @Test func `Hits show the newest rows`() async {
    var state = list(row(9, unread: 2, revision: 7))
    state.search.text = "otter"
    let store = makeStore(state, clock)
    await store.send(.found(text: "otter", [row(9), row(3)])) {
      $0.search.hits = [row(9, unread: 2, revision: 7), row(3)]
    }
    await store.send(.changed([row(3, unread: 1, revision: 8)])) {
      $0.search.hits[id: "3"] = row(3, unread: 1, revision: 8)
      $0.rows.upsert(row(3, unread: 1, revision: 8))
    }
    await store.send(.changed([row(3, revision: 6)]))
    await store.send(.markedRead("9")) {
      $0.search.hits[id: "9"]?.unread = 0
      $0.rows[id: "9"]?.unread = 0
    }
    await store.finish()
  }

  @Test func `A failed search shows the reason`() async {
    let store = makeStore(list(row(9)), clock)
    store.handle(Command.self) { _ in .once { throw Offline() } }
    await store.send(.typed("o")) {
      $0.search.text = "o"
      $0.search.isLoading = true
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.searchFailed("Offline()")) {
      $0.search.isLoading = false
      $0.search.error = "Offline()"
    }
    #expect(store.state.note == "Offline()")
    await store.finish()
  }
}
