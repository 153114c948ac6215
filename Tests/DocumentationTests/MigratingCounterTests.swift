// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The counter that the pages about other libraries compare, with an effect.
@Suite struct MigratingCounterTests {
  enum Counter {
    struct State: Equatable, Sendable {
      var count = 0
    }

    enum Action: Runnel.Action, Equatable {
      case incremented, refreshTapped
      case loaded(Int)
    }

    static func reducer(load: @escaping @Sendable () async throws -> Int) -> Reducer<State> {
      .on(Action.self) { state, action in
        switch action {
        case .incremented:
          state.count += 1
          return .none
        case .refreshTapped:
          return .once { Action.loaded(try await load()) }
        case .loaded(let count):
          state.count = count
          return .none
        }
      }
    }
  }

  @Sendable private func loadCount() async throws -> Int { 5 }

  @Test func `The effect of a counter is part of its reducer`() async {
    let store = Store(state: Counter.State(), reducer: Counter.reducer(load: loadCount))
    store.dispatch(Counter.Action.incremented)
    store.dispatch(Counter.Action.refreshTapped)
    await store.settled(includingEffects: true)
    #expect(store.state.count == 5)
  }

  @Test func `A test asserts the action of an effect`() async {
    let store = TestStore(state: Counter.State(), reducer: Counter.reducer(load: loadCount))
    await store.send(Counter.Action.incremented) { $0.count = 1 }
    await store.send(Counter.Action.refreshTapped)
    await store.receive(Counter.Action.loaded(5)) { $0.count = 5 }
    await store.finish()
  }
}

/// The same counter, whose effect is data.
@Suite struct MigratingCounterCommandTests {
  enum Counter {
    struct State: Equatable, Sendable {
      var count = 0
    }

    enum Event: Action {
      case incremented, refreshTapped
      case loaded(Int)
    }

    enum Effect: Command, Equatable { case load }

    static let reducer = Reducer<State>.on(Event.self) { state, event in
      switch event {
      case .incremented:
        state.count += 1
        return .none
      case .refreshTapped:
        return .perform(Effect.load)
      case .loaded(let count):
        state.count = count
        return .none
      }
    }
  }

  @Sendable private func loadCount() async throws -> Int { 5 }

  @Test func `The effect of a counter is data that a handler performs`() async {
    let disposer = Disposer()
    let store = Store(state: Counter.State(), reducer: Counter.reducer)
    store.handle(Counter.Effect.self) { _ in
      .once { Counter.Event.loaded(try await loadCount()) }
    }
    .dispose(on: disposer)
    store.dispatch(Counter.Event.incremented)
    store.dispatch(Counter.Event.refreshTapped)
    await store.settled(includingEffects: true)
    #expect(store.state.count == 5)
  }
}
