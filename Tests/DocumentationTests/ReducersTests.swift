// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// The examples of Reducers.md.
@Suite struct ReducersTests {
  typealias Detail = Features.Detail
  typealias Download = Features.Download
  typealias Row = Features.Row
  typealias Screen = Features.Screen

  struct AppState: Equatable, Sendable {
    var counter = 0
    var log: [String] = []
    var search: Search.State?
    var screen = Screen.list
    var rows: [Row.State] = []
    var downloads: [String: Download.State] = [:]
  }

  enum CounterAction: Action { case incremented, decremented }
  struct LoggedOut: Action {}
  struct SearchClosed: Action {}

  enum Search {
    struct State: Equatable, Sendable {
      var query = ""
      var page = 3
    }

    struct Typed: Action { let query: String }
    static let reducer = Reducer<State>.on(Typed.self) { $0.query = $1.query }
  }

  private func reduce<State: Sendable>(
    _ state: State,
    _ reducer: Reducer<State>,
    _ actions: any Action...
  ) async -> State {
    let store = Store(state: state, reducer: reducer)
    actions.forEach { store.dispatch($0) }
    await store.settled()
    return store.state
  }

  // MARK: Functions and closures

  @Test func `A typed closure, an untyped closure and a free function are reducers`() async {
    @Sendable func resetReducer(state: inout AppState, action: any Action) {
      if action is LoggedOut { state = AppState() }
    }

    let counting = Reducer<Int>.on(CounterAction.self) { counter, action in
      counter += action == .incremented ? 1 : -1
    }
    let logging = Reducer<AppState> { state, action in state.log.append("\(action)") }
    let resetting = Reducer<AppState>(resetReducer)

    let reducer = Reducer<AppState> {
      counting.scope(\.counter)
      resetting
      logging
    }
    let counted = await reduce(AppState(), reducer, CounterAction.incremented)
    #expect(counted == AppState(counter: 1, log: ["incremented"]))
    let reset = await reduce(AppState(), reducer, CounterAction.incremented, LoggedOut())
    #expect(reset == AppState(log: ["LoggedOut()"]))
  }

  // MARK: Composition

  enum Recording {
    static let reducer = Reducer<AppState> { state, _ in state.log.append("recorded") }
  }

  struct Plugin { let reducer: Reducer<AppState> }

  @Test func `Contract 7: reducers run in the order of composition`() async {
    let counting = Reducer<Int>.on(CounterAction.self) { counter, _ in counter += 1 }
    let logging = Reducer<AppState> { state, _ in state.log.append("counter \(state.counter)") }
    let plugins = ["one", "two"].map { name in
      Plugin(reducer: Reducer { state, _ in state.log.append(name) })
    }
    let isRecording = true
    let optionalReducer: Reducer<AppState>? = nil

    let appReducer = Reducer<AppState> {
      counting.scope(\.counter)
      logging
      if isRecording { Recording.reducer }
      for plugin in plugins { plugin.reducer }
      optionalReducer
    }

    let state = await reduce(AppState(), appReducer, CounterAction.incremented)
    #expect(state.log == ["counter 1", "recorded", "one", "two"])
  }

  // MARK: Slices of the state

  @Test func `A reducer of an optional is called only while there is a value`() async {
    let searching = Reducer<AppState> {
      Search.reducer.ifPresent(\.search)
      Reducer.on(SearchClosed.self) { state, _ in state.search = nil }
    }

    let open = AppState(search: Search.State())
    let typed = await reduce(open, searching, Search.Typed(query: "otter"))
    #expect(typed.search?.query == "otter")
    let closed = await reduce(typed, searching, SearchClosed(), Search.Typed(query: "heron"))
    #expect(closed.search == nil)
  }

  @Test func `A reducer of a case is called only while the enum has the case`() async {
    let showing: Reducer<AppState> = Detail.reducer.ifCase(\.screen, .detail)

    #expect(await reduce(AppState(), showing, Detail.Zoomed()) == AppState())
    let state = AppState(screen: .detail(Detail.State()))
    #expect(await reduce(state, showing, Detail.Zoomed()).screen == .detail(.init(zoom: 2)))
  }

  @Test func `An element action reaches one element`() async {
    let listing: Reducer<AppState> = Row.reducer.forEach(\.rows, id: \.id)
    let downloading: Reducer<AppState> = Download.reducer.forEach(\.downloads)

    let reducer = Reducer<AppState> {
      listing
      downloading
    }
    let start = AppState(rows: Features.rows, downloads: ["a": .init(), "b": .init(percent: 9)])
    let state = await reduce(
      start, reducer, Row.Toggled(elementID: 2), Row.Toggled(elementID: 3),
      Download.Progressed(elementID: "b"))
    #expect(state.rows.map(\.isDone) == [false, true])
    #expect(state.downloads == ["a": Download.State(), "b": Download.State(percent: 10)])
  }

  // MARK: Reacting to changes

  @Test func `onChange reacts to the changes of its own reducer`() async {
    let paging = Search.reducer.onChange(of: \.query) { old, new, state in state.page = 0 }

    #expect(await reduce(Search.State(), paging, Search.Typed(query: "")).page == 3)
    #expect(await reduce(Search.State(), paging, Search.Typed(query: "a")).page == 0)
    // Another reducer changes the query.
    let others = Reducer<Search.State> {
      paging
      Reducer.on(SearchClosed.self) { state, _ in state.query = "closed" }
    }
    #expect(await reduce(Search.State(), others, SearchClosed()).page == 3)
  }

  @Test func `onChange retains its value while the reducer runs`() async {
    struct State: Sendable { var rows = Array(repeating: 0, count: 100) }
    func addresses(_ follow: (Reducer<State>) -> Reducer<State>) async -> [Int] {
      let addresses = Recorder<Int>()
      let reducer = Reducer<State> { state, _ in
        state.rows[0] += 1
        addresses.record(address(of: &state.rows))
      }
      _ = await reduce(State(), follow(reducer), LoggedOut(), LoggedOut(), LoggedOut())
      return addresses.values
    }
    let ofCount = await addresses { $0.onChange(of: \.rows.count) { _, _, _ in } }
    #expect(Set(ofCount).count == 1)
    let ofRows = await addresses { $0.onChange(of: \.rows) { _, _, _ in } }
    #expect(ofRows[1] != ofRows[0])
    #expect(ofRows[2] != ofRows[1])
  }

  // MARK: Undo

  struct Editor: Equatable, Sendable {
    var filter = ""
    var rows: [String] = []
    var history = History<String>()
  }

  enum EditorAction: Action { case typed(String) }
  static let editorReducer = Reducer<Editor>.on(EditorAction.self) { state, action in
    if case .typed(let letter) = action { state.filter += letter }
  }

  @Test func `Actions with one key are one step to undo and redo`() async {
    let print = Printer()
    let editorReducer = Self.editorReducer
    let editing = editorReducer.undoable(\.filter, history: \.history, limit: 20) { action in
      if case EditorAction.typed = action { "typing" } else { nil }
    }

    let store = Store(state: Editor(), reducer: editing)
    store.dispatch(EditorAction.typed("o"))
    store.dispatch(EditorAction.typed("t"))
    store.dispatch(UndoAction<String>.undo)
    await store.settled()
    print(store.state.filter.isEmpty, store.state.history.canRedo)  // true true

    #expect(print.lines == ["true true"])
    await store.settle(after: UndoAction<String>.redo)
    #expect(store.state.filter == "ot")
    await store.settle(after: UndoAction<String>.clear, UndoAction<String>.undo)
    #expect(store.state.filter == "ot")
  }

  @Test func `An undo reaches every history of its type`() async {
    struct Pair: Sendable { var left = Editor(), right = Editor() }
    let editing = Self.editorReducer.undoable(\.filter, history: \.history, limit: 5)
    let reducer = Reducer<Pair> {
      editing.scope(\.left)
      editing.scope(\.right)
    }
    let state = await reduce(
      Pair(), reducer, EditorAction.typed("a"), UndoAction<String>.undo)
    #expect([state.left.filter, state.right.filter] == ["", ""])
  }

  enum Drawing {
    struct State: Equatable, Sendable { var points: [Int] = [] }
    struct Drawn: Action { let point: Int }
    static let reducer = Reducer<State>.on(Drawn.self) { $0.points.append($1.point) }
  }

  @Test func `Changes of a whole state are undone`() async {
    let drawing = Drawing.reducer.undoable(limit: 100)
    let store = Store(state: Undoable(Drawing.State()), reducer: drawing)

    await store.settle(
      after: Drawing.Drawn(point: 1), Drawing.Drawn(point: 2), UndoAction<Drawing.State>.undo)
    #expect(store.state.points == [1])
    #expect(store.state.history.canRedo)
  }
}
