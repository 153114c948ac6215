// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@Suite struct ReducersTests {
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
    struct PageTurned: Action {}

    static let reducer = Reducer<State> {
      Reducer.on(Typed.self) { state, action in state.query = action.query }
      Reducer.on(PageTurned.self) { state, _ in state.page += 1 }
    }
  }

  enum Screen: Equatable, Sendable {
    case list
    case detail(Detail.State)
  }

  enum Detail {
    struct State: Equatable, Sendable { var points = [0, 0] }

    struct Moved: Action {}

    static let reducer = Reducer<State>.on(Moved.self) { state, _ in state.points[0] += 1 }
  }

  enum Row {
    struct State: Equatable, Sendable, Identifiable {
      var id: Int
      var text = ""
      var cells: [Cell] = []
      var history = History<String>()
    }

    struct Cell: Equatable, Sendable, Identifiable {
      var id: Int
      var name: String { "\(id)" }
      var count = 0
    }

    struct Edited: ElementAction { let elementID: Int }
    struct EditedByName: ElementAction { let elementID: String }
    struct Cleared: Action {}
    struct CellTapped: ElementAction { let elementID: Int }

    static let reducer = Reducer<State> {
      Reducer.on(Edited.self) { state, _ in state.text += "e" }
      Reducer.on(EditedByName.self) { state, _ in state.text += "n" }
      Reducer.on(Cleared.self) { state, _ in state.text = "" }
    }
    static let cellReducer =
      Reducer<Cell>.on(CellTapped.self) { cell, _ in cell.count += 1 }
  }

  enum Download {
    struct State: Equatable, Sendable { var percent = 0 }

    struct Progressed: ElementAction { let elementID: String }
    struct Restarted: Action {}

    static let reducer = Reducer<State> {
      Reducer.on(Progressed.self) { state, _ in state.percent += 1 }
      Reducer.on(Restarted.self) { state, _ in state.percent = 0 }
    }
  }

  private func reduce<State: Equatable & Sendable>(
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
    let counted = await reduce(AppState(), reducer, CounterAction.incremented, SearchClosed())
    #expect(counted == AppState(counter: 1, log: ["incremented", "SearchClosed()"]))
    let reset = await reduce(AppState(), reducer, CounterAction.incremented, LoggedOut())
    #expect(reset == AppState(log: ["LoggedOut()"]))
  }

  /// `@unchecked`: has no properties.
  private class Moved: Action, @unchecked Sendable {}
  /// `@unchecked`: has no properties.
  private final class Dragged: Moved, @unchecked Sendable {}

  // MARK: Composing

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
    var isRecording = true
    var optionalReducer: Reducer<AppState>?

    let appReducer = Reducer<AppState> {
      counting.scope(\.counter)
      logging
      if isRecording { Recording.reducer }
      for plugin in plugins { plugin.reducer }
      optionalReducer
    }

    isRecording = false
    optionalReducer = logging
    _ = (isRecording, optionalReducer)
    let state = await reduce(AppState(), appReducer, CounterAction.incremented)
    #expect(state.log == ["counter 1", "recorded", "one", "two"])
  }

  // MARK: Parts of the state

  private struct Celsius: Sendable, Equatable {
    static let reads = Counter()
    var degrees = 0
    var other = 0
    var kelvin: Int {
      get {
        Celsius.reads.increment()
        return degrees + 273
      }
      set { degrees = newValue - 273 }
    }
  }

  @Test func `A reducer of an optional is called only while there is a value`() async {
    let closings = Counter()
    struct Probe: Action {}

    let searching = Reducer<AppState> {
      Search.reducer.ifPresent(\.search)
      Reducer.on(SearchClosed.self) { state, _ in state.search = nil }
    }

    let counted = Reducer<AppState> {
      Reducer<Search.State>.on(SearchClosed.self) { _, _ in closings.increment() }
        .ifPresent(\.search)
      searching
      Reducer<Search.State>.on(SearchClosed.self) { _, _ in closings.increment() }
        .ifPresent(\.search)
    }
    let typed = await reduce(
      AppState(search: Search.State()), counted, Search.Typed(query: "otter"))
    #expect(typed.search?.query == "otter")
    let closed = await reduce(
      typed, counted, SearchClosed(), Search.Typed(query: "nobody"), SearchClosed())
    #expect(closed.search == nil)
    #expect(closings.value == 1)
  }

  @Test func `A reducer of a case changes the payload in place`() async {
    let addresses = Recorder<Int>()

    let showing: Reducer<AppState> = Detail.reducer.ifCase(\.screen, .detail)

    let reducer = Reducer<AppState> {
      showing
      Reducer<Detail.State> { state, _ in addresses.record(address(of: &state.points)) }
        .ifCase(\.screen, .detail)
    }
    #expect(await reduce(AppState(), reducer, Detail.Moved()) == AppState())
    let state = await reduce(
      AppState(screen: .detail(Detail.State())), reducer, Detail.Moved(), Detail.Moved())
    #expect(state.screen == .detail(Detail.State(points: [2, 0])))
    #expect(addresses.count == 2)
    #expect(Set(addresses.values).count == 1)
  }

  private static let rows = [Row.State(id: 1), Row.State(id: 2)]

  @Test func `An element action reaches one element, and other actions reach all elements`() async {
    let listing: Reducer<AppState> = Row.reducer.forEach(\.rows, id: \.id)
    let downloading: Reducer<AppState> = Download.reducer.forEach(\.downloads)

    let reducer = Reducer<AppState> {
      listing
      downloading
    }
    let start = AppState(rows: Self.rows, downloads: ["a": .init(), "b": .init(percent: 9)])
    func texts(_ actions: any Action...) async -> [String] {
      let store = Store(state: start, reducer: reducer)
      actions.forEach { store.dispatch($0) }
      await store.settled()
      return store.state.rows.map(\.text)
    }
    #expect(await texts(Row.Edited(elementID: 2)) == ["", "e"])
    #expect(await texts(Row.Edited(elementID: 3)) == ["", ""])
    // The id is of another type than that of the rows.
    #expect(await texts(Row.EditedByName(elementID: "2")) == ["n", "n"])
    #expect(await texts(Row.Edited(elementID: 2), Row.Cleared()) == ["", ""])
    let progressed = await reduce(start, reducer, Download.Progressed(elementID: "b"))
    #expect(progressed.downloads == ["a": Download.State(), "b": Download.State(percent: 10)])
    let restarted = await reduce(start, reducer, Download.Restarted())
    #expect(restarted.downloads == ["a": Download.State(), "b": Download.State()])
  }

  // MARK: Following a change

  @Test func `onChange reacts to the changes of its own reducer`() async {
    let paging = Search.reducer.onChange(of: \.query) { old, new, state in state.page = 0 }

    let start = Search.State()
    #expect(await reduce(start, paging, Search.PageTurned()).page == 4)
    #expect(await reduce(start, paging, Search.Typed(query: "")).page == 3)
    #expect(await reduce(start, paging, Search.Typed(query: "a")).page == 0)
    // Changed by another reducer.
    let others = Reducer<Search.State> {
      paging
      Reducer.on(SearchClosed.self) { state, _ in state.query = "closed" }
    }
    #expect(await reduce(start, others, SearchClosed()).page == 3)
  }

  @Test func `onChange retains its value while the reducer runs`() async {
    struct State: Equatable, Sendable {
      var rows = Array(repeating: 0, count: 100)
    }
    func addresses(
      _ follow: (Reducer<State>) -> Reducer<State>
    ) async -> [Int] {
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

  enum EditorAction: Action {
    case typed(String), replaced(String), added(String)
  }

  static let editorReducer = Reducer<Editor>.on(EditorAction.self) { state, action in
    switch action {
    case .typed(let letter): state.filter += letter
    case .replaced(let text): state.filter = text
    case .added(let row): state.rows.append(row)
    }
  }

  private static func makeEditing() -> Reducer<Editor> {
    let editing = editorReducer.undoable(\.filter, history: \.history, limit: 20) { action in
      if case EditorAction.typed = action { "typing" } else { nil }
    }
    return editing
  }

  @Test func `Actions with one key are one step to undo and redo`() async {
    let print = Printer()
    let editing = Self.makeEditing()

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
    let row = Row.reducer.undoable(\.text, history: \.history, limit: 5)
      .forEach(\AppState.rows, id: \.id)
    let state = await reduce(
      AppState(rows: Self.rows), row,
      Row.Edited(elementID: 1), Row.Edited(elementID: 2), UndoAction<String>.undo)
    #expect(state.rows.map(\.text) == ["", ""])
  }

  enum Drawing {
    struct State: Equatable, Sendable { var points: [Int] = [] }

    struct Drawn: Action { let point: Int }

    static let reducer =
      Reducer<State>.on(Drawn.self) { state, action in state.points.append(action.point) }
  }

  @Test func `Changes of a whole state are undone`() async {
    let drawing = Drawing.reducer.undoable(limit: 100)
    let store = Store(state: Undoable(Drawing.State()), reducer: drawing)

    await store.settle(
      after: Drawing.Drawn(point: 1), Drawing.Drawn(point: 2), UndoAction<Drawing.State>.undo)
    #expect(store.state.points == [1])
    #expect(store.state.history.canRedo)
  }

  // MARK: What an action costs

  private struct Many: Equatable, Sendable {
    static let entered = Counter()
    var value = 0
    /// Read whenever a reducer of it is entered.
    var counted: Int {
      get {
        Many.entered.increment()
        return value
      }
      set { value = newValue }
    }
  }
}

private typealias Screen = ReducersTests.Screen
private typealias Detail = ReducersTests.Detail

extension CasePath where Root == Screen, Value == Detail.State {
  static var detail: Self {
    CasePath(embed: Screen.detail) { if case .detail(let state) = $0 { state } else { nil } }
  }
}
