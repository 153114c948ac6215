// SPDX-License-Identifier: MIT

import RunnelUDF

@Suite struct MigratingFromUDFTests {
  #snippet("Equivalents")

  struct Profile: Equatable, Sendable { var name = "" }
  enum ProfileAction: Action, Equatable { case tapped, renamed(String) }

  @Test func `A store reduces an action`() async { #snippet("Equivalents", 2) }

  private func scope(_ store: Store<AppState>) {
    #snippet("Equivalents", 3)
    #snippet("Equivalents", 12)
  }

  #snippet("Equivalents", 4)
  #snippet("Equivalents", 6...7)

  class FileWriter { func write(_ line: String) {} }

  #snippet("Equivalents", 9)

  @MainActor private func connect(
    _ store: Store<AppState>, _ view: CounterView, doubled: CounterView, label: CounterView,
    _ nameView: ViewRecorder<NameProps>, _ titleView: TitleView, _ autosave: Autosave,
    _ journal: Journal, _ toast: Toast
  ) {
    #snippet("Equivalents", 5)
    #snippet("Equivalents", 8)
    #snippet("Equivalents", 10...11)
  }

  private func addReducers(
    to store: Store<AppState>, _ bonusReducer: @escaping @Sendable (inout Int, any Action) -> Void
  ) {
    #snippet("Equivalents", 13)
    bonus.dispose()
  }

  #snippet("Equivalents", 14)

  private func execute(_ load: LoadName) { #snippet("Equivalents", 15) }
  @Test func `A store replaces a mock`() async { #snippet("Equivalents", 16) }
}

struct SideEffectExamples {
  enum Visit {
    struct State { var looks = 0 }
    enum Action: Runnel.Action { case looked }

    static let reducer = Runnel.Reducer<State> {}
  }

  private struct Visited: Action {}

  private func visit() { #snippet("RunnelUDF.md", "Side effects") }

  struct AppState {
    var cart = 0
    var user = ""
  }

  func cartReducer(state: inout Int, action: any Action) -> SideEffect { nil }
  func userReducer(state: inout String, action: any Action) -> SideEffect { nil }
  #snippet("SideEffect.swift")
}
