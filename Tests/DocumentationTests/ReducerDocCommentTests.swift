// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

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

private struct ReducerExample {
  typealias Search = Features.Search

  struct AppState: Equatable, Sendable {
    var counter = CounterFeature.State()
    var search: Search.State? = Search.State()
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
}

/// The examples of the documentation comments about reducers, scopes and middleware.
@Suite struct ReducerDocCommentTests {
  private typealias CounterFeature = ReducerExample.CounterFeature
  private typealias Search = Features.Search
  private typealias Download = Features.Download

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

  private func makeStore(_ state: AppState = AppState()) -> Store<AppState> {
    Store(state: state, reducer: Self.appReducer)
  }

  // MARK: Reducers

  @Test func `The example of reduce increments the counter`() {
    var state = CounterFeature.State()
    CounterFeature.reducer.reduce(&state, CounterFeature.Action.incremented)

    #expect(state.count == 1)
  }

  @Test func `The example of Reducer reduces each feature and logs every action`() async {
    let store = Store(state: ReducerExample.AppState(), reducer: ReducerExample().appReducer)
    await store.settle(after: CounterFeature.Action.incremented, Search.Action.typed("otter"))
    #expect(store.state.counter.count == 1)
    #expect(store.state.search?.query == "otter")
    #expect(store.state.log == ["incremented", #"typed("otter")"#])
  }

  @Test func `The example of CasePath embeds and extracts a payload`() {
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

    static let reducer = Reducer<State>.on(Filtered.self) { $0.query = $1.filter }
  }

  @Test func `The example of onChange goes back to the first page`() async {
    let reducer =
      SearchFeature.reducer.onChange(of: \.query) { old, new, state in state.page = 0 }
    let store = Store(state: SearchFeature.State(), reducer: reducer)
    await store.settle(after: Filtered(filter: ""))
    #expect(store.state.page == 3)
    await store.settle(after: Filtered(filter: "otter"))
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

  @Test func `The example of undoable undoes what was typed in one step`() async {
    let reducer =
      Processes.reducer.undoable(\.filter, history: \.history, limit: 20) { action in
        if case Processes.Action.typed = action { "typing" } else { nil }
      }
    let store = Store(state: Processes.State(), reducer: reducer)
    await store.settle(
      after: Processes.Action.typed("a"), Processes.Action.typed("b"), Processes.Action.cleared,
      UndoAction<String>.undo)
    #expect(store.state.filter == "ab")
    await store.settle(after: UndoAction<String>.undo)
    #expect(store.state.filter == "")
    #expect(!store.state.history.canUndo)
  }

  private enum Drawing {
    struct State: Equatable, Sendable { var points: [Int] = [] }
    struct Drawn: Action {}
    static let reducer = Reducer<State>.on(Drawn.self) { state, _ in state.points.append(1) }
  }

  @Test func `The example of undoable for a whole state restores the previous state`() async {
    let reducer = Drawing.reducer.undoable(limit: 100)  // Reducer<Undoable<Drawing.State>>
    let store = Store(state: Undoable(Drawing.State()), reducer: reducer)
    await store.settle(after: Drawing.Drawn(), Drawing.Drawn(), UndoAction<Drawing.State>.undo)
    #expect(store.state.points == [1])
  }

  // MARK: Scopes

  @Test func `The example of accepting starts a feature that dispatches its own actions`() async {
    let started = Recorder<Store<CounterFeature.State>>()
    func startCounter(on store: Store<CounterFeature.State>) { started.record(store) }
    let store = makeStore()

    startCounter(on: store.scope(\.counter, accepting: CounterFeature.Action.self))

    started.values.first?.dispatch(CounterFeature.Action.incremented)
    started.values.first?.dispatch(SessionAction.opened)
    await store.settled()
    #expect(store.state.counter.count == 1)
    #expect(!store.state.session.isOpen)
  }

  @Test func `Contract 27: the examples of scopes into optionals and cases need a value`() async {
    let shown = Recorder<String>()
    func startSearch(on store: Store<Search.State>) { shown.record("search \(store.state.query)") }
    func showDetail(of store: Store<DetailFeature.State>) {
      shown.record("detail \(store.state.zoom)")
    }
    for state in [
      AppState(), AppState(search: Search.State(query: "otter"), screen: .detail(.init())),
    ] {
      let store = makeStore(state)

      if let search = store.scope(ifPresent: \.search) { startSearch(on: search) }

      if let detail = store.scope(\.screen, ifCase: .detail) { showDetail(of: detail) }
    }
    #expect(shown.values == ["search otter", "detail 1"])
  }

  @Test @MainActor func `Contract 27: the examples of scopes to elements follow them`() async {
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
    let store = makeStore(
      AppState(rows: [Row.State(id: 1), Row.State(id: 7)], downloads: ["a": Download.State()]))

    if let row = store.scope(\.rows, id: 7) { cell.connect(to: row, by: RowConnector()) }

    let download =
      store.scope(\.downloads, key: url)
    await store.settle(
      after: RowAction(elementID: 7, event: .tapped), RowAction(elementID: 1, event: .tapped),
      Download.Progressed(elementID: "a"))
    #expect(cell.shown == ["7: 0", "7: 1"])
    #expect(download?.state.percent == 1)
  }

  @Test func `The examples of derive filter the items and find the selection`() async {
    let store = makeStore()

    let visible = store.derive(\.items, \.filter) { items, filter in
      items.filter { $0.title.contains(filter) }
    }

    let marked = store.derive(from: visible, store.scope(\.selection)) { items, selection in
      items.firstIndex { $0.title == selection }
    }

    #expect(visible.state.map(\.title) == ["otter"])
    #expect(marked.state == nil)
    await store.settle(after: Filtered(filter: "her"))
    #expect(visible.state.map(\.title) == ["heron"])
    #expect(marked.state == 0)
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

  @Test @MainActor func `The example of observe on the main actor hides the search`() async {
    let store = makeStore()
    let screens = Screens(store)
    await store.settled()
    #expect(screens.shown.values == [false])
  }

  // MARK: Middleware

  @Test func `The example of Middleware vetoes actions until the session is open`() async {
    let appReducer = Self.appReducer

    let audit = Middleware<AppState> { action, context, next in
      guard context.state(\.session.isOpen) || action is SessionAction else { return }
      next(action)
    }
    let store = Store(state: AppState(), reducer: appReducer, middleware: [audit])

    await store.settle(
      after: CounterFeature.Action.incremented, SessionAction.opened,
      CounterFeature.Action.incremented)
    #expect(store.state.counter.count == 1)
  }

  @Test func `The example of the logger prints the text of its comment`() async throws {
    let appReducer = Self.appReducer

    let store =
      Store(state: AppState(), reducer: appReducer, middleware: [.logger(.actions, .changes)])

    await store.settle(after: SessionAction.opened)
    #expect(store.state.session.isOpen)

    let lines = Recorder<String>()
    let logged = Store(
      state: AppState(), reducer: appReducer,
      middleware: [.logger(.actions, .changes, to: LogSink { lines.record($0) })])
    await logged.settle(after: SessionAction.opened, SessionAction.opened)
    logged.dispatch(
      ProfileAction.renamed("otter"), from: CallSite(file: "App/Profile.swift", line: 12))
    await logged.settled()
    let text = try #require(lines.values.last).replacing("ReducerDocCommentTests.", with: "")
    let comment = text.split(separator: "\n").map { "/// \($0)" }
    let source = try Repository.text(of: "Sources/Runnel/Middleware/Middleware+Logger.swift")
    for line in comment { #expect(source.contains(line), "\(line)") }
    #expect(comment.count == 3)
  }
}
