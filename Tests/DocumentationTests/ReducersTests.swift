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
    static let reducer = Reducer<State>.updating(Typed.self) { $0.query = $1.query }
  }

  private func reduce<State: Sendable>(
    _ state: State, _ reducer: Reducer<State>, _ actions: any Action...
  ) -> State {
    var state = state
    for action in actions { reducer.reduce(&state, action) }
    return state
  }

  // MARK: Functions and closures

  @Test func `A typed closure, an untyped closure and a free function are reducers`() {
    @Sendable func resetReducer(state: inout AppState, action: any Action) {
      if action is LoggedOut { state = AppState() }
    }

    let counting = Reducer<Int>.updating(CounterAction.self) { counter, action in
      counter += action == .incremented ? 1 : -1
    }
    let logging = Reducer<AppState>.updating { state, action in state.log.append("\(action)") }
    let resetting = Reducer<AppState>.updating(resetReducer)

    let reducer = Reducer<AppState> {
      counting.scope(\.counter)
      resetting
      logging
    }
    let counted = reduce(AppState(), reducer, CounterAction.incremented)
    #expect(counted == AppState(counter: 1, log: ["incremented"]))
    #expect(reduce(counted, reducer, LoggedOut()) == AppState(log: ["LoggedOut()"]))
  }

  // MARK: Composition

  enum Recording {
    static let reducer = Reducer<AppState>.updating { state, _ in state.log.append("recorded") }
  }

  struct Plugin { let reducer: Reducer<AppState> }

  @Test func `Contract 7: reducers run in the order of composition`() {
    let counting = Reducer<Int>.updating(CounterAction.self) { counter, _ in counter += 1 }
    let logging = Reducer<AppState>.updating { state, _ in
      state.log.append("counter \(state.counter)")
    }
    let plugins = ["one", "two"].map { name in
      Plugin(reducer: Reducer.updating { state, _ in state.log.append(name) })
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

    let state = reduce(AppState(), appReducer, CounterAction.incremented)
    #expect(state.log == ["counter 1", "recorded", "one", "two"])
  }

  // MARK: Slices of the state

  @Test func `A reducer of an optional is called only while there is a value`() {
    let searching = Reducer<AppState> {
      Search.reducer.ifPresent(\.search)
      Reducer.updating(SearchClosed.self) { state, _ in state.search = nil }
    }

    let open = AppState(search: Search.State())
    let typed = reduce(open, searching, Search.Typed(query: "otter"))
    #expect(typed.search?.query == "otter")
    let closed = reduce(typed, searching, SearchClosed(), Search.Typed(query: "heron"))
    #expect(closed.search == nil)
  }

  @Test func `A reducer of a case is called only while the enum has the case`() {
    let showing: Reducer<AppState> = Detail.reducer.ifCase(\.screen, .detail)

    #expect(reduce(AppState(), showing, Detail.Zoomed()) == AppState())
    let state = AppState(screen: .detail(Detail.State()))
    #expect(reduce(state, showing, Detail.Zoomed()).screen == .detail(.init(zoom: 2)))
  }

  @Test func `An element action reaches one element`() {
    let listing: Reducer<AppState> = Row.reducer.forEach(\.rows, id: \.id)
    let downloading: Reducer<AppState> = Download.reducer.forEachValue(of: \.downloads)

    let reducer = Reducer<AppState> {
      listing
      downloading
    }
    let start = AppState(rows: Features.rows, downloads: ["a": .init(), "b": .init(percent: 9)])
    let state = reduce(
      start, reducer, Row.Toggled(elementID: 2), Row.Toggled(elementID: 3),
      Download.Progressed(elementID: "b"))
    #expect(state.rows.map(\.isDone) == [false, true])
    #expect(state.downloads == ["a": Download.State(), "b": Download.State(percent: 10)])
  }

  // MARK: Reacting to changes

  @Test func `onChange reacts to the changes of its own reducer`() {
    let paging = Search.reducer.updatingOnChange(of: \.query) { old, new, state in state.page = 0 }

    #expect(reduce(Search.State(), paging, Search.Typed(query: "")).page == 3)
    #expect(reduce(Search.State(), paging, Search.Typed(query: "a")).page == 0)
    // Another reducer changes the query.
    let others = Reducer<Search.State> {
      paging
      Reducer.updating(SearchClosed.self) { state, _ in state.query = "closed" }
    }
    #expect(reduce(Search.State(), others, SearchClosed()).page == 3)
  }

  @Test func `onChange retains its value while the reducer runs`() async {
    func copies(_ follow: (Reducer<LargeState>) -> Reducer<LargeState>) async -> Int {
      let copies = Counter()
      let store = Store(
        state: LargeState(count: 100), reducer: follow(.writing(countingIn: copies)))
      await store.settle(after: LoggedOut(), LoggedOut())
      return copies.value
    }
    #expect(await copies { $0.updatingOnChange(of: \.array.count) { _, _, _ in } } == 0)
    #expect(await copies { $0.updatingOnChange(of: \.array) { _, _, _ in } } == 2)
  }

  // MARK: Forms

  enum ProfileForm {
    struct State: Equatable, Sendable {
      var name = ""
      var age = 0
      var wantsNews = false
    }

    enum Action: FormAction, Equatable {
      case set(SetAction<State>)
      case saveTapped
    }

    struct Save: Command, Equatable { let name: String }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .set(let change):
        if let age = change.value(at: \.age), age < 0 { return .none }
        change.apply(to: &state)
        return .none
      case .saveTapped:
        return .perform(Save(name: state.name))
      }
    }
  }

  @Test func `A form sets properties that its reducer checks`() async {
    let store = Store(state: ProfileForm.State(), reducer: ProfileForm.reducer)
      .accepting(ProfileForm.Action.self)
    store.dispatch(.set(\.name, to: "Ada"))

    store.dispatch(.set(\.age, to: -1))
    store.dispatch(.set(\.wantsNews, to: true))
    await store.settled()
    #expect(store.state == ProfileForm.State(name: "Ada", wantsNews: true))
    #expect("\(ProfileForm.Action.set(\.name, to: "Ada"))" == #"set(name = "Ada")"#)
  }

  // MARK: Undo

  struct Editor: Equatable, Sendable {
    var filter = ""
    var rows: [String] = []
    var history = History<String>()
  }

  enum EditorAction: Action { case typed(String) }
  static let editorReducer = Reducer<Editor>.updating(EditorAction.self) { state, action in
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
  }

  @Test func `An undo reaches every history of its type`() {
    struct Pair: Sendable { var left = Editor(), right = Editor() }
    let editing = Self.editorReducer.undoable(\.filter, history: \.history, limit: 5)
    let reducer = Reducer<Pair> {
      editing.scope(\.left)
      editing.scope(\.right)
    }
    let state = reduce(
      Pair(), reducer, EditorAction.typed("a"), UndoAction<String>.undo)
    #expect([state.left.filter, state.right.filter] == ["", ""])
  }

  enum Drawing {
    struct State: Equatable, Sendable { var points: [Int] = [] }
    struct Drawn: Action { let point: Int }
    static let reducer = Reducer<State>.updating(Drawn.self) { $0.points.append($1.point) }
  }

  @Test func `Changes of a whole state are undone`() async {
    let drawing = Drawing.reducer.undoable(limit: 100)
    let store = Store(state: Undoable(Drawing.State()), reducer: drawing)

    await store.settle(
      after: Drawing.Drawn(point: 1), Drawing.Drawn(point: 2), UndoAction<Drawing.State>.undo)
    #expect(store.state.points == [1])
  }

  enum Note {
    struct State: Equatable, Sendable {
      var text = ""
      var history = History<String>()
    }

    enum Action: Runnel.Action, Equatable {
      case typed(String)
      case undone
      case redone
    }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .typed(let text): state.text = text
      case .undone: state.history.undo(&state.text)
      case .redone: state.history.redo(&state.text)
      }
    }.undoable(\.text, history: \.history, limit: 20)
  }

  @Test func `A feature undoes with its own actions`() async {
    let store = Store(state: Note.State(), reducer: Note.reducer).accepting(Note.Action.self)
    for action in [Note.Action.typed("a"), .typed("b"), .undone] { store.dispatch(action) }
    await store.settled()
    #expect(store.state.text == "a")
    store.dispatch(.redone)
    await store.settled()
    #expect(store.state.text == "b")
  }

  enum Sketch {
    struct State: Equatable, Sendable { var points: [Int] = [] }
    enum Action: Runnel.Action, Equatable { case drew(Int), undone }
    static let reducer = Reducer<State>.updating(Action.self) { sketch, action in
      if case .drew(let point) = action { sketch.points.append(point) }
    }
  }

  static var sketching: Reducer<Undoable<Sketch.State>> {
    let sketching = Reducer<Undoable<Sketch.State>> {
      Sketch.reducer.undoable(limit: 100)
      Reducer.updating(Sketch.Action.self) { sketch, action in
        if action == .undone { sketch.undo() }
      }
    }
    return sketching
  }
}
