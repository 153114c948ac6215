// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// The example of `Reducer`, whose feature the others use as well.
@Suite struct ReducerExampleTests {
  enum Search {
    struct State: Equatable, Sendable { var query = "" }

    struct Typed: Runnel.Action {
      let query: String
    }

    static let reducer = Reducer<State>.on(Typed.self) { state, action in state.query = action.query
    }
  }

  struct AppState: Equatable, Sendable {
    var counter = CounterFeature.State()
    var search: Search.State?
    var log: [String] = []
  }

  enum CounterFeature {
    struct State: Equatable, Sendable { var count = 0 }
    enum Action: Runnel.Action { case incremented, decremented }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      state.count += action == .incremented ? 1 : -1
    }
  }

  let appReducer = Reducer<AppState> {
    CounterFeature.reducer.scope(\.counter)
    Search.reducer.ifPresent(\.search)
    Reducer { state, action in state.log.append("\(action)") }
  }

  @Test("The example of `reduce` counts")
  func calling() {
    var state = CounterFeature.State()
    CounterFeature.reducer.reduce(&state, CounterFeature.Action.incremented)

    #expect(state.count == 1)
  }

  @Test("The example of `Reducer` reduces each feature, and logs every action")
  func reducer() async {
    let store = Store(state: AppState(search: Search.State()), reducer: appReducer)
    store.dispatch(CounterFeature.Action.incremented)
    store.dispatch(Search.Typed(query: "otter"))
    await store.settled()
    #expect(store.state.counter.count == 1)
    #expect(store.state.search?.query == "otter")
    #expect(store.state.log == ["incremented", #"Typed(query: "otter")"#])
  }
}

private enum DetailFeature {
  struct State: Equatable, Sendable { var zoom = 1 }

  struct Zoomed: Action {}

  static let reducer = Reducer<State>.on(Zoomed.self) { state, _ in state.zoom += 1 }
}

private enum Screen: Equatable, Sendable {
  case list
  case detail(DetailFeature.State)
}

extension CasePath where Root == Screen, Value == DetailFeature.State {
  static var detail: Self {
    CasePath(embed: Screen.detail) { if case .detail(let state) = $0 { state } else { nil } }
  }
}

private typealias CounterFeature = ReducerExampleTests.CounterFeature
private typealias Search = ReducerExampleTests.Search

/// The examples of the documentation comments about reducers, scopes into them, and middleware.
@Suite struct ReducerDocCommentTests {
  private enum Row {
    struct State: Equatable, Sendable, Identifiable {
      var id: Int
      var taps = 0
    }

    static let reducer = Reducer<State>.on(RowAction.self) { state, _ in state.taps += 1 }
  }

  private enum Event: Equatable, Sendable { case tapped }

  private struct RowAction: ElementAction {
    let elementID: Row.State.ID
    let event: Event
  }

  private enum Download {
    struct State: Equatable, Sendable { var percent = 0 }

    struct Progressed: ElementAction { let elementID: String }

    static let reducer = Reducer<State>.on(Progressed.self) { state, _ in state.percent += 1 }
  }

  private struct AppState: Equatable, Sendable {
    var counter = CounterFeature.State()
    var search: Search.State?
    var screen = Screen.list
    var rows: [Row.State] = []
    var downloads: [String: Download.State] = [:]
    var profile = Profile()
    var session = Session()
    var selection = "heron"
    var items = [Item(title: "otter"), Item(title: "heron")]
    var filter = "ott"
  }

  private struct Item: Equatable, Sendable { var title = "" }
  private struct Profile: Equatable, Sendable { var name = "" }
  private struct Session: Equatable, Sendable { var isOpen = false }

  private enum SessionAction: Action { case opened }
  private enum ProfileAction: Action { case renamed(String) }
  private struct Filtered: Action { let filter: String }
  private struct Bonus: Action {}

  private static let appReducer = Reducer<AppState> {
    CounterFeature.reducer.scope(\.counter)
    Search.reducer.ifPresent(\.search)
    DetailFeature.reducer.ifCase(\.screen, .detail)
    Row.reducer.forEach(\.rows, id: \.id)
    Download.reducer.forEach(\.downloads)
    Reducer<AppState>.on(SessionAction.self) { state, _ in state.session.isOpen = true }
    Reducer<AppState>.on(Filtered.self) { state, action in state.filter = action.filter }
    Reducer<AppState>.on(ProfileAction.self) { state, action in
      if case .renamed(let name) = action { state.profile.name = name }
    }
  }

  private static func makeStore(_ state: AppState = AppState()) -> Store<AppState> {
    Store(state: state, reducer: appReducer)
  }

  // MARK: Reducers of parts

  @Test("The examples of `scope`, `ifPresent`, `ifCase` and `forEach` reach their parts")
  func parts() async {
    let reducers: [Reducer<AppState>] = [
      CounterFeature.reducer.scope(\.counter),
      Search.reducer.ifPresent(\.search),
      DetailFeature.reducer.ifCase(\.screen, .detail),
      Row.reducer.forEach(\.rows, id: \.id),
      Download.reducer.forEach(\.downloads),
    ]
    let store = Store(
      state: AppState(
        search: Search.State(), screen: .detail(DetailFeature.State()),
        rows: [Row.State(id: 1), Row.State(id: 7)],
        downloads: ["a": Download.State(), "b": Download.State()]),
      reducer: Reducer { for reducer in reducers { reducer } })
    store.dispatch(CounterFeature.Action.incremented)
    store.dispatch(Search.Typed(query: "otter"))
    store.dispatch(DetailFeature.Zoomed())
    store.dispatch(RowAction(elementID: 7, event: .tapped))
    store.dispatch(RowAction(elementID: 8, event: .tapped))
    store.dispatch(Download.Progressed(elementID: "a"))
    await store.settled()
    #expect(store.state.counter.count == 1)
    #expect(store.state.search?.query == "otter")
    #expect(store.state.screen == .detail(DetailFeature.State(zoom: 2)))
    #expect(store.state.rows.map(\.taps) == [0, 1])
    #expect(store.state.downloads.mapValues(\.percent) == ["a": 1, "b": 0])
  }

  @Test("The example of `CasePath` goes into a case and back")
  func casePath() {
    let path = CasePath<Screen, DetailFeature.State>.detail
    let state = DetailFeature.State(zoom: 3)
    #expect(path.embed(state) == .detail(state))
    #expect(path.extract(.detail(state)) == state)
    #expect(path.extract(.list) == nil)
  }

  private enum SearchFeature {
    struct State: Equatable, Sendable {
      var query = ""
      var page = 3
    }

    static let reducer = Reducer<State>.on(Search.Typed.self) { state, action in
      state.query = action.query
    }
  }

  @Test("The example of `onChange` turns back to the first page")
  func onChange() async {
    let reducer =
      SearchFeature.reducer.onChange(of: \.query) { old, new, state in state.page = 0 }
    let store = Store(state: SearchFeature.State(), reducer: reducer)
    store.dispatch(Search.Typed(query: ""))
    await store.settled()
    #expect(store.state.page == 3)
    store.dispatch(Search.Typed(query: "otter"))
    await store.settled()
    #expect(store.state.page == 0)
  }

  // MARK: Undo

  private enum Processes {
    struct State: Equatable, Sendable {
      var filter = ""
      var history = History<String>()
    }

    enum Action: Runnel.Action { case typed(String), cleared }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .typed(let letter): state.filter += letter
      case .cleared: state.filter = ""
      }
    }
  }

  @Test("The example of `undoable` takes what was typed as one step")
  func undoablePart() async {
    let reducer =
      Processes.reducer.undoable(\.filter, history: \.history, limit: 20) { action in
        if case Processes.Action.typed = action { "typing" } else { nil }
      }
    let store = Store(state: Processes.State(), reducer: reducer)
    store.dispatch(Processes.Action.typed("a"))
    store.dispatch(Processes.Action.typed("b"))
    store.dispatch(Processes.Action.cleared)
    store.dispatch(UndoAction<String>.undo)
    await store.settled()
    #expect(store.state.filter == "ab")
    store.dispatch(UndoAction<String>.undo)
    await store.settled()
    #expect(store.state.filter == "")
    #expect(!store.state.history.canUndo)
  }

  @Test("The example of `History` is told of in its state")
  func history() {
    struct State: Equatable, Sendable {
      var filter = ""
      var history = History<String>()
    }
    var state = State(filter: "otter")
    #expect(!state.history.canUndo)
    state.history.undo(&state.filter)
    #expect(state == State(filter: "otter"))
  }

  private enum Drawing {
    struct State: Equatable, Sendable { var points: [Int] = [] }

    struct Drawn: Action {}

    static let reducer = Reducer<State>.on(Drawn.self) { state, _ in state.points.append(1) }
  }

  @Test("The example of `undoable` for a whole state goes back in it")
  func undoableWhole() async {
    let reducer = Drawing.reducer.undoable(limit: 100)  // Reducer<Undoable<Drawing.State>>
    let store = Store(state: Undoable(Drawing.State()), reducer: reducer)
    store.dispatch(Drawing.Drawn())
    store.dispatch(Drawing.Drawn())
    store.dispatch(UndoAction<Drawing.State>.undo)
    await store.settled()
    #expect(store.state.points == [1])
  }

  // MARK: Scopes

  @Test("The example of `accepting` starts a feature that dispatches its own actions")
  func accepting() async {
    let started = Recorder<Store<CounterFeature.State>>()
    func startCounter(on store: Store<CounterFeature.State>) { started.record(store) }
    let store = Self.makeStore()

    startCounter(on: store.scope(\.counter, accepting: CounterFeature.Action.self))

    started.values.first?.dispatch(CounterFeature.Action.incremented)
    started.values.first?.dispatch(SessionAction.opened)
    await store.settled()
    #expect(store.state.counter.count == 1)
    #expect(!store.state.session.isOpen)
  }

  @Test("Contract 27: the examples of scopes into optionals and cases are there while a value is")
  func presence() async {
    let shown = Recorder<String>()
    func startSearch(on store: Store<Search.State>) { shown.record("search \(store.state.query)") }
    func showDetail(of store: Store<DetailFeature.State>) {
      shown.record("detail \(store.state.zoom)")
    }
    for state in [
      AppState(), AppState(search: Search.State(query: "otter"), screen: .detail(.init())),
    ] {
      let store = Self.makeStore(state)

      if let search = store.scope(ifPresent: \.search) { startSearch(on: search) }

      if let detail = store.scope(\.screen, ifCase: .detail) { showDetail(of: detail) }
    }
    #expect(shown.values == ["search otter", "detail 1"])
  }

  @Test("Contract 27: the examples of scopes to elements follow them") @MainActor
  func elements() async {
    final class RowCell: UIView, ViewComponent {
      let disposer = Disposer()
      var shown: [String] = []
      var props = "" { didSet { shown.append(props) } }
    }
    struct RowConnector: Connector {
      func stateToProps(state: Row.State, dispatcher: any ActionDispatcher) -> String {
        "\(state.id): \(state.taps)"
      }
    }
    let cell = RowCell()
    let url = "a"
    let store = Self.makeStore(
      AppState(rows: [Row.State(id: 1), Row.State(id: 7)], downloads: ["a": Download.State()]))

    if let row = store.scope(\.rows, id: 7) { cell.connect(to: row, by: RowConnector()) }

    let download =
      store.scope(\.downloads, key: url)
    store.dispatch(RowAction(elementID: 7, event: .tapped))
    store.dispatch(RowAction(elementID: 1, event: .tapped))
    store.dispatch(Download.Progressed(elementID: "a"))
    await store.settled()
    #expect(cell.shown == ["7: 0", "7: 1"])
    #expect(download?.state.percent == 1)
  }

  @Test("The example of `derive` filters the items")
  func derive() async {
    let store = Self.makeStore()

    let visible = store.derive(\.items, \.filter) { items, filter in
      items.filter { $0.title.contains(filter) }
    }

    let marked = store.derive(from: visible, store.scope(\.selection)) { items, selection in
      items.firstIndex { $0.title == selection }
    }

    #expect(visible.state.map(\.title) == ["otter"])
    #expect(marked.state == nil)
    store.dispatch(Filtered(filter: "her"))
    await store.settled()
    #expect(visible.state.map(\.title) == ["heron"])
    #expect(marked.state == 0)
  }

  @Test("The example of `add` reduces until its token is disposed of")
  func add() async {
    let bonusReducer = Reducer<CounterFeature.State>.on(Bonus.self) { state, _ in state.count += 100
    }
    let store = Self.makeStore()

    let plugin = store.scope(\.counter).add(reducer: bonusReducer)

    store.dispatch(Bonus())
    plugin.dispose()
    store.dispatch(Bonus())
    await store.settled()
    #expect(store.state.counter.count == 100)
  }

  @MainActor private final class Screens {
    let shown = Recorder<Bool>()
    private let disposer = Disposer()

    init(_ store: Store<AppState>) {
      store.scope { $0.search != nil }
        .observe(on: MainActor.self) { [weak self] isPresent in self?.showSearch(isPresent) }
        .dispose(on: disposer)
    }

    private func showSearch(_ isPresent: Bool) { shown.record(isPresent) }
  }

  @Test("The example of `observe` on the main actor shows and hides the search")
  @MainActor func observingOnMain() async {
    let store = Self.makeStore()
    let screens = Screens(store)
    await store.settled()
    #expect(screens.shown.count == 1)
  }

  // MARK: Middleware

  @Test("The example of `Middleware` lets nothing by until the session is open")
  func middleware() async {
    let appReducer = Self.appReducer

    let audit = Middleware<AppState> { action, context, next in
      guard context.state(\.session.isOpen) || action is SessionAction else { return }
      next(action)
    }
    let store = Store(state: AppState(), reducer: appReducer, middleware: [audit])

    store.dispatch(CounterFeature.Action.incremented)
    store.dispatch(SessionAction.opened)
    store.dispatch(CounterFeature.Action.incremented)
    await store.settled()
    #expect(store.state.counter.count == 1)
  }

  @Test("The example of the logger is reduced, and prints what its comment says")
  func logger() async throws {
    let appReducer = Self.appReducer

    let store =
      Store(state: AppState(), reducer: appReducer, middleware: [.logger(.actions, .changes)])

    store.dispatch(SessionAction.opened)
    await store.settled()
    #expect(store.state.session.isOpen)

    let lines = Recorder<String>()
    let logged = Store(
      state: AppState(), reducer: appReducer,
      middleware: [.logger(.actions, .changes, to: LogSink { lines.record($0) })])
    logged.dispatch(SessionAction.opened)
    logged.dispatch(SessionAction.opened)
    logged.dispatch(
      ProfileAction.renamed("otter"), from: CallSite(file: "App/Profile.swift", line: 12))
    await logged.settled()
    let text = try #require(lines.values.last).replacing("ReducerDocCommentTests.", with: "")
    let comment = text.split(separator: "\n").map { "/// \($0)" }
    let source = try Repository.text(of: "Sources/Runnel/Middleware/Logger.swift")
    for line in comment { #expect(source.contains(line), "\(line)") }
    #expect(comment.count == 3)
  }
}
