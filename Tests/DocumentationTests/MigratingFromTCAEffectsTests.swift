// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// The examples of effects and tests for users of the Composable Architecture.
@Suite struct MigratingFromTCAEffectsTests {
  enum Finder {
    struct State: Equatable, Sendable {
      var query = ""
      var hits: [String] = []
      var seconds = 0
    }

    enum Action: Runnel.Action, Equatable {
      case typed(String), cleared
      case found([String])
      case timerStarted, ticked
    }

    enum ID { case hits, timer }

    static func reducer(_ client: FinderClient) -> Reducer<State> {
      .on(Action.self) { state, action in
        switch action {
        case .typed(let query):
          state.query = query
          return .run { send in
            send(Action.found(try await client.find(query)))
          } catch: { _ in
            Action.found([])
          }
          .debounce(id: ID.hits, for: .milliseconds(300))
          .cancellable(id: ID.hits, cancelInFlight: true)
        case .cleared:
          state = State()
          return .merge(.cancel(id: ID.hits), .cancel(id: ID.timer))
        case .found(let hits):
          state.hits = hits
          return .none
        case .timerStarted:
          return .run { send in
            for await _ in send.clock.ticks(every: .seconds(1)) { send(Action.ticked) }
          }
          .cancellable(id: ID.timer)
        case .ticked:
          state.seconds += 1
          return .none
        }
      }
    }
  }

  struct FinderClient: Sendable { let find: @Sendable (String) async throws -> [String] }
  private let client = FinderClient { ["\($0) 1", "\($0) 2"] }

  @Test func searching() async {
    let clock = ManualClock()
    let store = TestStore(
      state: Finder.State(), reducer: Finder.reducer(client), clock: clock)

    await store.send(Finder.Action.typed("ot")) { $0.query = "ot" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(Finder.Action.found(["ot 1", "ot 2"])) { $0.hits = ["ot 1", "ot 2"] }
    await store.finish()
  }

  @Test func finding() async {
    let clock = ManualClock()
    let store = TestStore(
      state: Finder.State(), reducer: Finder.reducer(client), clock: clock, exhaustivity: .off)

    await store.send(Finder.Action.typed("o"))
    await store.send(Finder.Action.typed("ot"))
    await clock.run()
    await store.expect(\.hits, ["ot 1", "ot 2"])
    await store.finish()
  }

  @Test func `Settling includes the effects of an action`() async {
    let client = client
    let store = Store(
      state: Finder.State(),
      reducer: .on(Finder.Action.self) { state, action in
        if case .found(let hits) = action { state.hits = hits }
        guard case .typed(let query) = action else { return .none }
        return .run { send in send(Finder.Action.found(try await client.find(query))) }
      })
    store.dispatch(Finder.Action.typed("ot"))
    await store.settled(includingEffects: true)
    #expect(store.state.hits == ["ot 1", "ot 2"])
  }
}
