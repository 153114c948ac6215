// SPDX-License-Identifier: MIT

private typealias DetailFeature = Features.Detail

private #snippet("CasePath.swift")

private struct ReducerExample {
  typealias Search = Features.Search

  struct AppState: Equatable, Sendable {
    var counter = CounterFeature.State()
    var search: Search.State? = Search.State()
    var log: [String] = []
  }

  #snippet("Reducer.swift")

  func callReducer() { #snippet("Reducers.md", "Call a reducer") }
}

/// The examples of the documentation comments about reducers and scopes.
struct ReducerDocComments {
  private struct State: Equatable, Sendable { var screen = Screen.list }

  private typealias SearchFeature = ReducersTests.Search

  private func makeReducers() {
    let _: Reducer<State> = #snippet("Reducer+Scope.swift", 2)
    _ = #snippet("Reducer+Around.swift", 3)
    _ = #snippet("History.swift", 3)
  }

  private enum Form {
    struct State: Sendable { var name = "" }
    static let reducer = Reducer<State> {}
  }

  private func makeValidated() {
    struct Beep: Command {}
    #snippet("Reducer+Around.swift")
  }

  private func findPayload() -> Int? {
    enum Screen: Sendable { case list, detail(Int) }
    #snippet("CasePath.swift", 2)
    return detail.extract(.list)
  }

  private struct Profile: Equatable, Sendable { var name = "" }

  private struct SaveProfile: Command, Equatable { let name: String }

  private enum ProfileFeature {
    struct State: Equatable, Sendable { var name = "" }
    #snippet("FormAction.swift")
  }

  private func setProperties(_ store: StoreOf<ProfileFeature.State, ProfileFeature.Action>) {
    do { #snippet("FormAction.swift", 3) }
    #snippet("FormAction.swift", 2)
  }

  private enum Processes {
    #snippet("History.swift")

    enum Action: Runnel.Action { case typed(String), cleared }
    static let reducer = Reducer<State> {}
  }

  private typealias Drawing = ReducersTests.Drawing
  private typealias Row = Features.Row
  private typealias Search = Features.Search

  private func startSearch(on store: Store<Search.State>) {}
  private func showDetail(of store: Store<DetailFeature.State>) {}

  private struct RowConnector: Connector {
    func stateToProps(state: Row.State, dispatcher: any ActionDispatcher) -> String { "" }
  }

  @MainActor private func show(_ cell: ViewRecorder<String>, _ store: Store<Features.AppState>) {
    #snippet("Store+OptionalScopes.swift")
    #snippet("Store+OptionalScopes.swift", 3)
    #snippet("Store+Elements.swift")
  }

  private struct List: Equatable, Sendable {
    struct Item: Equatable, Sendable { var title = "otter" }

    var items = [Item()]
    var filter = "ott"
    var selection = "heron"
  }

  private func derive(from store: Store<List>) { #snippet("Store+Derive.swift", 1...2) }

  private func changeRows() {
    typealias Row = Features.Row.State
    #snippet("Entities.swift")
  }
}
