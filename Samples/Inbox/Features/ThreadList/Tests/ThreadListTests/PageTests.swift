// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelTesting
import Testing

@testable import ThreadList

@Suite struct PageTests {
  private let clock = ManualClock()

  @Test func `Pages are loaded one after the other, until there is no more`() async {
    let store = makeStore(State(account: "ada", pageSize: 2), clock)
    let spy = CommandSpy(Command.self, sending: Action.self) { command in
      guard case .loadPage(_, let cursor, _) = command else { return .none }
      return .once {
        cursor == nil
          ? .loaded(Page(rows: [row(9), row(8)], next: "8", revision: 1))
          : .loaded(Page(cursor: "8", rows: [row(7)], next: nil, revision: 1))
      }
      .delay(for: .seconds(1))
    }
    store.handle(with: spy)
    await store.send(.reloaded) { $0.loading = .init() }
    await store.send(.reachedEnd)
    await clock.advance(by: .seconds(1))
    await store.receive(.loaded(Page(rows: [row(9), row(8)], next: "8", revision: 1))) {
      $0.loading = nil
      $0.rows = [row(9), row(8)]
      $0.nextCursor = "8"
    }
    await store.send(.reachedEnd) { $0.loading = .init(cursor: "8") }
    await store.send(.reachedEnd)
    await clock.advance(by: .seconds(1))
    await store.receive(.loaded(Page(cursor: "8", rows: [row(7)], next: nil, revision: 1))) {
      $0.loading = nil
      $0.rows.upsert(row(7))
      $0.nextCursor = nil
    }
    await store.send(.reachedEnd)
    await store.finish()
    #expect(
      spy.commands == [
        .loadPage(account: "ada", cursor: nil, limit: 2),
        .loadPage(account: "ada", cursor: "8", limit: 2),
      ])
  }

  @Test func `A reload cancels a page, and a page of an earlier request is ignored`() async {
    var state = list(row(9))
    state.nextCursor = "9"
    let store = makeStore(state, clock)
    store.handle(Command.self) { _ in .run { try await $0.sleep(for: .seconds(9)) } }
    await store.send(.reachedEnd) { $0.loading = .init(cursor: "9") }
    await store.send(.reloaded) { $0.loading = .init() }
    #expect(store.store.runningEffects.count == 1)
    await store.send(.loaded(Page(cursor: "9", rows: [row(1)], next: nil, revision: 1)))
    await store.send(.loaded(Page(rows: [row(8)], next: nil, revision: 1))) {
      $0.loading = nil
      $0.nextCursor = nil
      $0.rows = [row(8)]
    }
    await store.send(.loaded(Page(rows: [row(2)], next: nil, revision: 1)))
    await store.skipEffects()
  }

  @Test func `A failed page shows the reason, until the next request`() async {
    let store = makeStore(State(account: "ada"), clock)
    store.handle(Command.self) { _ in .once { throw Offline() } }
    await store.send(.reloaded) { $0.loading = .init() }
    await store.receive(.loadingFailed("Offline()")) {
      $0.loading = nil
      $0.error = "Offline()"
    }
    #expect(store.state.note == "Offline()")
    await store.send(.reloaded) {
      $0.loading = .init()
      $0.error = nil
    }
    await store.skipReceivedActions()
    await store.finish()
  }

  @Test func `Archived rows are loaded and removed with the setting`() async {
    let store = makeStore(list(row(9)), clock)
    store.handle(Command.self) { _ in .none }
    let rows = [row(9), row(8, isArchived: true)]
    await store.send(.configured(pageSize: 3, showsArchived: false))
    await store.send(.configured(pageSize: 4, showsArchived: true)) {
      $0.pageSize = 4
      $0.showsArchived = true
      $0.loading = .init()
    }
    await store.send(.loaded(Page(rows: rows, next: nil, revision: 1))) {
      $0.loading = nil
      $0.rows = Entities(rows)
    }
    await store.send(.configured(pageSize: 4, showsArchived: false)) {
      $0.showsArchived = false
      $0.loading = .init()
    }
    await store.send(.loaded(Page(rows: rows, next: nil, revision: 1))) {
      $0.loading = nil
      $0.rows = [row(9)]
      $0.removed = ["8": 1]
    }
    await store.finish()
  }

  @Test func `The list survives encoding`() throws {
    var state = list(row(9), row(8))
    state.archiving["8"] = .init(row: row(8), known: false, chosen: true, requested: true)
    #expect(try JSONDecoder().decode(State.self, from: JSONEncoder().encode(state)) == state)
  }
}

@Suite struct SearchTests {
  private let clock = ManualClock()

  private func type(_ store: TestStoreOf<State, Action>) async {
    await store.send(.typed("o")) {
      $0.search.text = "o"
      $0.search.isLoading = true
    }
  }

  @Test func `A search starts after 300 milliseconds, and typing cancels it`() async {
    let store = makeStore(list(row(9)), clock)
    let spy = CommandSpy(Command.self, sending: Action.self) { command in
      guard case .search(_, let text, _) = command else { return .none }
      return .once { .found(text: text, [row(4)]) }.delay(for: .seconds(1))
    }
    store.handle(with: spy)
    await type(store)
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
    await type(store)
    await store.send(.typed("")) { $0.search = ThreadListFeature.Search() }
    #expect(store.store.runningEffects.isEmpty)
    await store.finish()
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
    await type(store)
    await clock.advance(by: .milliseconds(300))
    await store.receive(.searchFailed("Offline()")) {
      $0.search.isLoading = false
      $0.search.error = "Offline()"
    }
    #expect(store.state.note == "Offline()")
    await store.finish()
  }
}
