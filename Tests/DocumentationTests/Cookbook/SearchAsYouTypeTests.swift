// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

/// The code of SearchAsYouType.md.
@Suite struct SearchAsYouTypeTests {
  enum Search {
    struct State: Equatable, Sendable {
      var text = ""
      var hits: [String] = []
      var problem: String?
    }

    enum Action: Runnel.Action, Equatable {
      case typed(String)
      case found([String])
      case failed(String)
    }

    enum Command: Runnel.Command, Equatable { case search(String) }
    enum ID { case search }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .typed(let text):
        state.text = text
        state.problem = nil
        guard !text.isEmpty else {
          state.hits = []
          return .cancel(id: ID.search)
        }
        return .perform(Command.search(text))
          .catch { .failed("\($0)") }
          .debounce(id: ID.search, for: .milliseconds(300))
          .cancellable(id: ID.search, cancelInFlight: true)
      case .found(let hits):
        state.hits = hits
        return .none
      case .failed(let problem):
        state.problem = problem
        return .none
      }
    }
  }

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
