// SPDX-License-Identifier: MIT

import RunnelUDF

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
    #snippet("Side effects")
    let store = Store(state: Visit.State(), reducer: visiting)
    await store.settle(after: Visited(), includingEffects: true)
    #expect(store.state.looks == 1)
  }

  @Test func `combine executes the side effects of several reducers in order`() async {
    struct AppState: Sendable {
      var cart = 0
      var user = ""
    }
    struct Note: SideEffectProtocol {
      let recorder: Recorder<String>
      let text: String

      func execute(with dispatcher: any ActionDispatcher) { recorder.record(text) }
    }
    let recorder = Recorder<String>()
    @Sendable func cartReducer(state: inout Int, action: any Action) -> SideEffect {
      Note(recorder: recorder, text: "cart")
    }
    @Sendable func userReducer(state: inout String, action: any Action) -> SideEffect {
      Note(recorder: recorder, text: "user")
    }
    @Sendable #snippet("SideEffectsBuilder.swift")
    let store = Store(state: AppState(), reducer: appReducer)
    await store.settle(after: Visited(), includingEffects: true)
    #expect(recorder.values == ["cart", "user"])
  }
}
