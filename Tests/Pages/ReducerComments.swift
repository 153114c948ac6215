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
}

/// The examples of the documentation comments about reducers and scopes.
@Suite struct ReducerDocCommentTests {
  @Test func `The example of reduce increments the counter`() {
    typealias CounterFeature = ReducerExample.CounterFeature
    #snippet("Reducers.md", "Call a reducer")
    #expect(state.count == 1)
  }

  @Test func `The example of CasePath embeds and extracts a payload`() {
    struct State: Equatable, Sendable { var screen = Screen.list }
    let path = CasePath<Screen, DetailFeature.State>.detail
    let reducer: Reducer<State> = #snippet("Reducer+Scope.swift", 2)
    var state = State(screen: path.embed(DetailFeature.State(zoom: 3)))
    reducer.reduce(&state, DetailFeature.Zoomed())
    #expect(path.extract(state.screen) == DetailFeature.State(zoom: 4))
    #expect(path.extract(.list) == nil)
  }

  private typealias SearchFeature = ReducersTests.Search

  @Test func `The example of onChange goes back to the first page`() {
    let reducer = #snippet("Reducer+OnChange.swift", 2)
    var state = SearchFeature.State()
    reducer.reduce(&state, SearchFeature.Typed(query: ""))
    #expect(state.page == 3)
    reducer.reduce(&state, SearchFeature.Typed(query: "otter"))
    #expect(state.page == 0)
  }

  private struct Profile: Equatable, Sendable {
    var name = ""
  }

  @Test func `The example of a set action sets a property`() async {
    #snippet("SetAction.swift")
    await store.settled()
    #expect(store.state.name == "Ada")
  }

  private struct SaveProfile: Command, Equatable { let name: String }

  private enum ProfileFeature {
    struct State: Equatable, Sendable { var name = "" }
    #snippet("FormAction.swift")
  }

  @Test func `The example of a form action sets a property and saves`() async {
    let spy = CommandSpy(SaveProfile.self) { _ in .none }
    let store = Store(state: ProfileFeature.State(), reducer: ProfileFeature.reducer)
      .accepting(ProfileFeature.Action.self)
    let handler = store.handle(with: spy)
    #snippet("FormAction.swift", 2)
    store.dispatch(.saveTapped)
    await store.settled(includingEffects: true)
    #expect(spy.commands == [SaveProfile(name: "Ada")])
    handler.dispose()
  }

  private enum Processes {
    #snippet("History.swift")

    enum Action: Runnel.Action { case typed(String), cleared }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .typed(let letter): state.filter += letter
      case .cleared: state.filter = ""
      }
    }
  }

  @Test func `The example of undoable undoes what was typed in one step`() {
    let reducer = #snippet("Reducer+Undoable.swift")
    var state = Processes.State()
    for action in [Processes.Action.typed("a"), .typed("b"), .cleared] {
      reducer.reduce(&state, action)
    }
    reducer.reduce(&state, UndoAction<String>.undo)
    #expect(state.filter == "ab")
    reducer.reduce(&state, UndoAction<String>.undo)
    #expect(state.filter == "")
  }

  private typealias Drawing = ReducersTests.Drawing

  @Test func `The example of undoable for a whole state restores the previous state`() {
    #snippet("Reducer+Undoable.swift", 2)
    var state = Undoable(Drawing.State())
    reducer.reduce(&state, Drawing.Drawn(point: 1))
    reducer.reduce(&state, Drawing.Drawn(point: 2))
    reducer.reduce(&state, UndoAction<Drawing.State>.undo)
    #expect(state.points == [1])
  }

  private typealias AppState = Features.AppState
  private typealias CounterFeature = Features.CounterFeature
  private typealias Download = Features.Download
  private typealias Row = Features.Row
  private typealias Search = Features.Search

  @Test func `Contract 27: the examples of scopes into optionals and cases need a value`() {
    let shown = Recorder<String>()
    func startSearch(on store: Store<Search.State>) { shown.record("search \(store.state.query)") }
    func showDetail(of store: Store<DetailFeature.State>) {
      shown.record("detail \(store.state.zoom)")
    }
    for state in [
      AppState(), AppState(search: Search.State(query: "otter"), screen: .detail(.init())),
    ] {
      let store = Features.makeStore(state)
      #snippet("Store+OptionalScopes.swift")
      #snippet("Store+OptionalScopes.swift", 3)
    }
    #expect(shown.values == ["search otter", "detail 1"])
  }

  private enum Event: Equatable, Sendable { case tapped }

  private #snippet("ElementAction.swift")

  @Test @MainActor func `Contract 27: the examples of scopes to elements follow them`() async {
    struct RowConnector: Connector {
      func stateToProps(state: Row.State, dispatcher: any ActionDispatcher) -> String {
        "\(state.id): \(state.isDone)"
      }
    }
    let cell = ViewRecorder("")
    let url = "a"
    let tapping = Reducer<Row.State>.updating(RowAction.self) { row, _ in row.isDone.toggle() }
    let store = Features.makeStore(
      AppState(rows: [Row.State(id: 1), Row.State(id: 7)], downloads: ["a": Download.State()]),
      and: tapping.forEach(\.rows))
    #snippet("Store+OptionalScopes.swift", 4)
    let download = #snippet("Store+OptionalScopes.swift", 5)
    await store.settle(
      after: RowAction(elementID: 7, event: .tapped), RowAction(elementID: 1, event: .tapped),
      Download.Progressed(elementID: "a"))
    #expect(cell.values == ["7: false", "7: true"])
    #expect(download?.state.percent == 1)
  }

  @Test func `The examples of derive filter the items and find the selection`() async {
    struct Item: Equatable, Sendable { var title = "" }
    struct State: Equatable, Sendable {
      var items = [Item(title: "otter"), Item(title: "heron")]
      var filter = "ott"
      var selection = "heron"
    }
    let store = Store(state: State(), reducer: .edits)
    #snippet("Store+Derive.swift")
    #snippet("Store+Derive.swift", 2)
    #expect(visible.state == [Item(title: "otter")])
    #expect(marked.state == nil)
    store.edit { $0.filter = "her" }
    await store.settled()
    #expect(marked.state == 0)
  }

  @MainActor private final class Screens {
    let shown = Recorder<Bool>()
    private let disposer = Disposer()

    init(_ store: Store<AppState>) {
      #snippet("Store+Observe.swift", 2)
    }

    private func showSearch(_ isPresent: Bool) { shown.record(isPresent) }
  }
}
