// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of Pagination.md.
@Suite struct PaginationTests {
  typealias Feed = PaginationExample.Feed

  @Test func `Each page is loaded once, and a refresh starts again`() async {
    let clock = ManualClock()
    let store = TestStore(state: Feed.State(), reducer: Feed.reducer, clock: clock)
      .accepting(Feed.Action.self)
    let spy = CommandSpy(Feed.Command.self) { command in
      guard case .load(let page) = command else { return .none }
      return .run { send in
        try await send.sleep(for: .seconds(1))
        send(Feed.Action.loaded(["item \(page)"], nextPage: page < 1 ? page + 1 : nil))
      }
    }
    store.handle(with: spy)

    await store.send(.reachedEnd) { $0.isLoading = true }
    await store.send(.reachedEnd)
    await clock.advance(by: .seconds(1))
    await store.receive(.loaded(["item 0"], nextPage: 1)) {
      $0 = Feed.State(items: ["item 0"], nextPage: 1)
    }
    await store.send(.reachedEnd) { $0.isLoading = true }
    await clock.advance(by: .milliseconds(500))
    // The refresh cancels the second page.
    await store.send(.refreshed) { $0 = Feed.State(isLoading: true) }
    await clock.advance(by: .seconds(1))
    await store.receive(.loaded(["item 0"], nextPage: 1)) {
      $0 = Feed.State(items: ["item 0"], nextPage: 1)
    }
    await store.send(.reachedEnd) { $0.isLoading = true }
    await clock.advance(by: .seconds(1))
    await store.receive(.loaded(["item 1"], nextPage: nil)) {
      $0 = Feed.State(items: ["item 0", "item 1"], nextPage: nil)
    }
    await store.send(.reachedEnd)
    #expect(spy.commands == [0, 1, 0, 1].map { .load(page: $0) })
    await store.finish()
  }

  @Test func `After a failure, Try again loads the same page`() async {
    struct Offline: Error {}
    let clock = ManualClock()
    let firstPage = Feed.State(items: ["item 0"], nextPage: 1)
    let store = TestStore(state: firstPage, reducer: Feed.reducer, clock: clock)
      .accepting(Feed.Action.self)
    store.handle(Feed.Command.self) { _ in .once { throw Offline() } }

    await store.send(.reachedEnd) { $0.isLoading = true }
    await clock.advance(by: .seconds(2))
    await store.receive(.failed) {
      $0 = firstPage
      $0.hasFailed = true
    }

    store.handle(Feed.Command.self) { command in
      guard case .load(let page) = command else { return .none }
      return .once { .loaded(["item \(page)"], nextPage: nil) }
    }
    await store.send(.reachedEnd) {
      $0 = firstPage
      $0.isLoading = true
    }
    await store.receive(.loaded(["item 1"], nextPage: nil)) {
      $0 = Feed.State(items: ["item 0", "item 1"], nextPage: nil)
    }
    await store.finish()
  }
}
