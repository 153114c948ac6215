// SPDX-License-Identifier: MIT

import RunnelUDF

/// The examples for users of UDF.
@Suite struct MigratingFromUDFTests {
  #snippet("Equivalents")

  struct Profile: Equatable, Sendable { var name = "" }
  enum ProfileAction: Action, Equatable { case tapped, renamed(String) }

  @Test func `A store reduces an action, and its state can be read`() async {
    #snippet("Equivalents", 2)
  }

  private func scope(_ store: Store<AppState>) {
    #snippet("Equivalents", 3)
    _ = degrees
    #snippet("Equivalents", 12)
  }

  #snippet("Equivalents", 4)
  #snippet("Equivalents", 6)
  #snippet("Equivalents", 7)

  @MainActor private func connect(
    _ store: Store<AppState>, _ view: CounterView, doubled: CounterView, label: CounterView,
    _ nameView: ViewRecorder<NameProps>, _ titleView: TitleView
  ) {
    #snippet("Equivalents", 5)
    #snippet("Equivalents", 8)
  }

  class FileWriter { func write(_ line: String) {} }

  #snippet("Equivalents", 9)

  @MainActor private func connect(
    _ store: Store<AppState>, _ autosave: Autosave, _ journal: Journal, _ toast: Toast
  ) {
    #snippet("Equivalents", 10)
    #snippet("Equivalents", 11)
  }

  private func addReducers(
    to store: Store<AppState>, _ bonusReducer: @escaping @Sendable (inout Int, any Action) -> Void
  ) {
    #snippet("Equivalents", 13)
    bonus.dispose()
  }

  #snippet("Equivalents", 14)

  @Test func `A side effect is executed alone and merged with an effect`() async {
    let load = LoadName { "otter" }
    #snippet("Equivalents", 15)
    await store.settle(after: ProfileAction.tapped, includingEffects: true)
    #expect(store.state.name == "otter")
    let actions = ValueRecorder.actions(of: store)
    let running = store.run(both)
    let names = await Set(actions.values(count: 2).map { "\($0)" })
    #expect(names == [#"renamed("otter")"#, #"renamed("heron")"#])
    running.dispose()
  }

  @Test func `A store without a reducer replaces a mock for a connector`() async {
    #snippet("Equivalents", 16)
  }
}

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
    #snippet("RunnelUDF.md", "Side effects")
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
