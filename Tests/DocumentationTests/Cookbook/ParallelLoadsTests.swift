// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of ParallelLoads.md.
@Suite struct ParallelLoadsTests {
  enum Home {
    struct State: Equatable, Sendable {
      var isLoading = false
      var profile: String?
      var posts: [String] = []
      var photos: [Int: String] = [:]
      var problems = 0
    }

    enum Action: Runnel.Action, Equatable {
      case openedTogether, openedEachAlone
      case photosShown([Int])
      case gotProfile(String)
      case gotPosts([String])
      case gotPhoto(Int, String)
      case loaded
      case failed
    }

    enum Command: Runnel.Command, Hashable { case profile, posts, photo(Int) }
    enum ID { case photos }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .openedTogether:
        state.isLoading = true
        return .concatenate(
          .merge(.perform(Command.profile), .perform(Command.posts)),
          .send(.loaded)
        )
        .catch { _ in .failed }
      case .openedEachAlone:
        state.isLoading = true
        return .concatenate(
          .merge(
            .perform(Command.profile).catch { _ in .failed },
            .perform(Command.posts).catch { _ in .failed }
          ),
          .send(.loaded)
        )
      case .photosShown(let ids):
        return .merge(
          ids.map { id in
            .perform(Command.photo(id))
              .catch { _ in .none }
              .limited(id: ID.photos, to: 2)
          })
      case .gotProfile(let profile):
        state.profile = profile
        return .none
      case .gotPosts(let posts):
        state.posts = posts
        return .none
      case .gotPhoto(let id, let photo):
        state.photos[id] = photo
        return .none
      case .loaded:
        state.isLoading = false
        return .none
      case .failed:
        state.isLoading = false
        state.problems += 1
        return .none
      }
    }
  }

  struct HomeHandler: CommandHandler {
    struct Offline: Error {}
    var failing: Set<Home.Command> = []

    func handle(_ command: Home.Command) -> EffectOf<Home.Action> {
      .run { send in
        try await send.sleep(for: .seconds(command == .profile ? 2 : 1))
        if failing.contains(command) { throw Offline() }
        switch command {
        case .profile: send(.gotProfile("Anna"))
        case .posts: send(.gotPosts(["Hello"]))
        case .photo(let id): send(.gotPhoto(id, "photo \(id)"))
        }
      }
    }
  }

  @Test func `Two loads fail together`() async {
    let clock = ManualClock()
    let store = TestStore(state: Home.State(), reducer: Home.reducer, clock: clock)
      .accepting(Home.Action.self)
    store.handle(with: HomeHandler())
    await store.send(.openedTogether) { $0.isLoading = true }
    await clock.advance(by: .seconds(2))
    await store.receive(.gotPosts(["Hello"])) { $0.posts = ["Hello"] }
    await store.receive(.gotProfile("Anna")) { $0.profile = "Anna" }
    await store.receive(.loaded) { $0.isLoading = false }

    store.handle(with: HomeHandler(failing: [.posts]))
    await store.send(.openedTogether) { $0.isLoading = true }
    await clock.advance(by: .seconds(2))
    await store.receive(.failed) {
      $0.isLoading = false
      $0.problems = 1
    }
    await store.finish()
  }

  @Test func `Two loads fail separately`() async {
    let clock = ManualClock()
    let store = TestStore(state: Home.State(), reducer: Home.reducer, clock: clock)
      .accepting(Home.Action.self)
    store.handle(with: HomeHandler(failing: [.posts]))
    await store.send(.openedEachAlone) { $0.isLoading = true }
    await clock.advance(by: .seconds(2))
    await store.receive(.failed) {
      $0.isLoading = false
      $0.problems = 1
    }
    await store.receive(.gotProfile("Anna")) { $0.profile = "Anna" }
    await store.receive(.loaded)
    await store.finish()
  }

  @Test func `At most two photos load at a time`() async {
    let clock = ManualClock()
    let store = TestStore(state: Home.State(), reducer: Home.reducer, clock: clock)
      .accepting(Home.Action.self)
    store.handle(with: HomeHandler(failing: [.photo(2)]))
    await store.send(.photosShown([1, 2, 3, 4, 5]))
    await clock.advance(by: .seconds(1))
    await store.receive(.gotPhoto(1, "photo 1")) { $0.photos[1] = "photo 1" }
    await clock.advance(by: .seconds(1))
    await store.receive(.gotPhoto(3, "photo 3")) { $0.photos[3] = "photo 3" }
    await store.receive(.gotPhoto(4, "photo 4")) { $0.photos[4] = "photo 4" }
    await clock.advance(by: .seconds(1))
    await store.receive(.gotPhoto(5, "photo 5")) { $0.photos[5] = "photo 5" }
    await store.finish()
  }

  @Test func `The caller adds the handler and dispatches`() async {
    let disposer = Disposer()
    let clock = ManualClock()
    let store = Store(state: Home.State(), reducer: Home.reducer, clock: clock)
      .accepting(Home.Action.self)

    store.handle(with: HomeHandler()).dispose(on: disposer)
    store.dispatch(.openedTogether)

    await clock.advance(by: .seconds(2))
    #expect(store.state.profile == "Anna")
    disposer.dispose()
  }
}
