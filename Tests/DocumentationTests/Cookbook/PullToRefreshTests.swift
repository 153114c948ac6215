// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of PullToRefresh.md.
@Suite struct PullToRefreshTests {
  enum Timeline {
    struct State: Equatable, Sendable {
      var posts: [String] = []
      var hasFailed = false
    }

    enum Action: Runnel.Action, Equatable {
      case refreshed
      case loaded([String])
      case failed
    }

    enum Command: Runnel.Command, Equatable { case load }
    enum ID { case loading }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .refreshed:
        return .perform(Command.load)
          .catch { _ in .failed }
          .cancellable(id: ID.loading, cancelInFlight: true)
      case .loaded(let posts):
        state = State(posts: posts)
        return .none
      case .failed:
        state.hasFailed = true
        return .none
      }
    }
  }

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
