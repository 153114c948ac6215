// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of PullToRefresh.md.
@Suite struct PullToRefreshTests {
  typealias Timeline = PullToRefreshExample.Timeline

  @Test func `A refresh returns when the posts are in the state`() async {
    let clock = ManualClock()
    let disposer = Disposer()
    let store = Store(state: Timeline.State(), reducer: Timeline.reducer, clock: clock)
      .accepting(Timeline.Action.self)
    store.handle(Timeline.Command.self) { _ in .once { .loaded(["Hello"]) } }
      .dispose(on: disposer)

    await store.dispatchAndWait(.refreshed)
    #expect(store.state.posts == ["Hello"])
    disposer.dispose()
  }

  @Test func `A failed refresh keeps the posts`() async {
    struct Offline: Error {}
    let store = TestStore(state: Timeline.State(posts: ["Hello"]), reducer: Timeline.reducer)
      .accepting(Timeline.Action.self)
    store.handle(Timeline.Command.self) { _ in .once { throw Offline() } }

    await store.send(.refreshed)
    await store.receive(.failed) { $0.hasFailed = true }
    await store.finish()
  }
}
