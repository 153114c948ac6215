// SPDX-License-Identifier: MIT

import RunnelTestSupport
import RunnelUDF
import Testing

/// The example of RunnelUDF's page.
@Suite struct SideEffectsTests {
  enum Visit {
    struct State: Equatable, Sendable { var looks = 0 }
    enum Action: Runnel.Action { case looked }

    static let reducer = Runnel.Reducer<State>.updating(Action.self) { state, _ in
      state.looks += 1
    }
  }

  private struct Visited: Action {}

  @Test func `A side effect is executed and dispatches`() async {
    struct CountVisit: SideEffectProtocol {
      func execute(with dispatcher: any ActionDispatcher) {
        dispatcher.dispatch(Visit.Action.looked)
      }
    }
    let visiting = Runnel.Reducer<Visit.State> {
      Visit.reducer
      Runnel.Reducer { _, action in action is Visited ? CountVisit() : nil }
    }

    let store = Store(state: Visit.State(), reducer: visiting)
    await store.settle(after: Visited(), includingEffects: true)
    #expect(store.state.looks == 1)
  }
}
