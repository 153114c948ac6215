// SPDX-License-Identifier: MIT

@Suite struct ReducersTests {
  typealias Detail = Features.Detail
  typealias Download = Features.Download
  typealias Row = Features.Row
  typealias Screen = Features.Screen

  #snippet("Overview")

  #snippet("Action.swift")
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

  @Test func `A typed closure, an untyped closure and a free function are reducers`() {
    @Sendable func resetReducer(state: inout AppState, action: any Action) {
      if action is LoggedOut { state = AppState() }
    }

    #snippet("Create a reducer")
    let reducer = Reducer<AppState> {
      counting.scope(\.counter)
      resetting
      logging
    }
    let counted = reduce(AppState(), reducer, CounterAction.incremented)
    #expect(counted == AppState(counter: 1, log: ["incremented"]))
    #expect(reduce(counted, reducer, LoggedOut()) == AppState(log: ["LoggedOut()"]))
  }

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
    #snippet("Compose reducers")
    let state = reduce(AppState(), appReducer, CounterAction.incremented)
    #expect(state.log == ["counter 1", "recorded", "one", "two"])
  }

  @Test func `A reducer of an optional is called only while there is a value`() {
    #snippet("Optional state")
    let open = AppState(search: Search.State())
    let typed = reduce(open, searching, Search.Typed(query: "otter"))
    #expect(typed.search?.query == "otter")
    let closed = reduce(typed, searching, SearchClosed(), Search.Typed(query: "heron"))
    #expect(closed.search == nil)
  }

  @Test func `A reducer of a case is called only while the enum has the case`() {
    #snippet("Cases of an enum", 3)
    #expect(reduce(AppState(), showing, Detail.Zoomed()) == AppState())
    let state = AppState(screen: .detail(Detail.State()))
    #expect(reduce(state, showing, Detail.Zoomed()).screen == .detail(.init(zoom: 2)))
  }

  @Test func `An element action reaches one element`() {
    #snippet("Elements of a collection")
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

  @Test func `onChange reacts to the changes of its own reducer`() {
    #snippet("Respond to a change")
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

  #snippet("Forms")

  @Test func `A form sets properties that its reducer checks`() async {
    #snippet("Forms", 2)
    store.dispatch(.set(\.age, to: -1))
    store.dispatch(.set(\.wantsNews, to: true))
    await store.settled()
    #expect(store.state == ProfileForm.State(name: "Ada", wantsNews: true))
    #expect("\(ProfileForm.Action.set(\.name, to: "Ada"))" == #"set(name = "Ada")"#)
  }

  #snippet("Undo")

  enum EditorAction: Action { case typed(String) }
  static let editorReducer = Reducer<Editor>.updating(EditorAction.self) { state, action in
    if case .typed(let letter) = action { state.filter += letter }
  }

  @Test func `Actions with one key are one step to undo and redo`() async {
    let editorReducer = Self.editorReducer
    #snippet("Undo", 2)
    #snippet("Undo", 3)
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
    #snippet("Undo", 4)
    await store.settle(
      after: Drawing.Drawn(point: 1), Drawing.Drawn(point: 2), UndoAction<Drawing.State>.undo)
    #expect(store.state.points == [1])
  }

  #snippet("Undo with an action of the feature")

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
    #snippet("Undo with an action of the feature", 2)
    return sketching
  }
}
