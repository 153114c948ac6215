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

  @Test("A typed closure, an untyped one and a free function are reducers")
  func kinds() async {
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

  @Test("If the type of an action is a class, its subclasses are meant as well")
  func classes() async {
    let reducer = Reducer<[String]> {
      Reducer.on(Moved.self) { log, _ in log.append("moved") }
      Reducer.on(Dragged.self) { log, _ in log.append("dragged") }
    }
    #expect(await reduce([], reducer, Moved()) == ["moved"])
    #expect(await reduce([], reducer, Dragged()) == ["moved", "dragged"])
  }

  // MARK: Composing

  enum Recording {
    static let reducer = Reducer<AppState> { state, _ in state.log.append("recorded") }
  }

  struct Plugin { let reducer: Reducer<AppState> }

  @Test("Contract 7: reducers run in the order in which they stand, chosen when they are composed")
  func composition() async {
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

  @Test("A composition may choose by `switch`, and name what it uses twice")
  func choosing() async {
    enum Edition { case small, large }
    func compose(_ edition: Edition) -> Reducer<[String]> {
      Reducer {
        let both = Reducer<[String]> { log, _ in log.append("both") }
        switch edition {
        case .small: Reducer { log, _ in log.append("small") }
        case .large: Reducer { log, _ in log.append("large") }
        }
        both
      }
    }
    #expect(await reduce([], compose(.small), LoggedOut()) == ["small", "both"])
    #expect(await reduce([], compose(.large), LoggedOut()) == ["large", "both"])
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

  @Test("A computed property is read and written for the actions that its reducer is for")
  func computed() async {
    let reducer = Reducer<Celsius> {
      Reducer<Int>.on(CounterAction.self) { kelvin, _ in kelvin += 1 }.scope(\.kelvin)
      Reducer<Int>.on(SearchClosed.self) { other, _ in other += 1 }.scope(\.other)
    }
    let others = await reduce(Celsius(), reducer, SearchClosed(), SearchClosed())
    #expect(others.other == 2)
    #expect(Celsius.reads.value == 0)
    #expect(await reduce(Celsius(), reducer, CounterAction.incremented).degrees == 1)
    #expect(Celsius.reads.value == 1)
  }

  @Test("A reducer of an optional is entered while there is a value, in the order of composition")
  func optional() async {
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

  @Test("A reducer of a case is entered while the enum has it, and changes the payload in place")
  func enumCase() async {
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

  @Test("An action about an element goes to it or to nobody, any other to every element")
  func elements() async {
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

  @Test("Of elements with one id the first is taken")
  func duplicates() async {
    let listing = Row.reducer.forEach(\AppState.rows, id: \.id)
    let state = AppState(rows: [Row.State(id: 1), Row.State(id: 1)])
    let edited = await reduce(state, listing, Row.Edited(elementID: 1))
    #expect(edited.rows.map(\.text) == ["e", ""])
  }

  @Test("Of nested collections the inner one takes the ids of the actions that it is for")
  func nested() async {
    let cells = [Row.Cell(id: 1), Row.Cell(id: 2)]
    let state = AppState(rows: [Row.State(id: 1, cells: cells), Row.State(id: 2, cells: cells)])
    let listing = Reducer<Row.State> {
      Row.reducer
      Row.cellReducer.forEach(\.cells, id: \.id)
    }.forEach(\AppState.rows, id: \.id)
    let tapped = await reduce(state, listing, Row.CellTapped(elementID: 2))
    #expect(tapped.rows.map { $0.cells.map(\.count) } == [[0, 1], [0, 1]])
    let edited = await reduce(state, listing, Row.Edited(elementID: 2))
    #expect(edited.rows.map(\.text) == ["", "e"])

    // A reducer that sees every action is for every action, where the ids are of one type.
    let greedy = Reducer<Row.State> {
      Row.reducer
      Reducer<Row.Cell> { _, _ in }.forEach(\.cells, id: \.id)
    }.forEach(\AppState.rows, id: \.id)
    let all = await reduce(state, greedy, Row.Edited(elementID: 2))
    #expect(all.rows.map(\.text) == ["e", "e"])
    let named = Reducer<Row.State> {
      Row.reducer
      Reducer<Row.Cell> { _, _ in }.forEach(\.cells, id: \.name)
    }.forEach(\AppState.rows, id: \.id)
    let one = await reduce(state, named, Row.Edited(elementID: 2))
    #expect(one.rows.map(\.text) == ["", "e"])
  }

  // MARK: Following a change

  @Test("`onChange` follows the changes that its reducer makes, whichever action it is")
  func onChange() async {
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

  @Test("What `onChange` looks at is held while the reducer runs")
  func onChangeHolds() async {
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

  @Test("Actions of one key are one step, which is taken back and again")
  func undo() async {
    let print = Printer()
    let editing = Self.makeEditing()

    let store = Store(state: Editor(), reducer: editing)
    store.dispatch(EditorAction.typed("o"))
    store.dispatch(EditorAction.typed("t"))
    store.dispatch(UndoAction<String>.undo)
    await store.settled()
    print(store.state.filter.isEmpty, store.state.history.canRedo)  // true true

    #expect(print.lines == ["true true"])
    store.dispatch(UndoAction<String>.redo)
    await store.settled()
    #expect(store.state.filter == "ot")
    store.dispatch(UndoAction<String>.clear)
    store.dispatch(UndoAction<String>.undo)
    await store.settled()
    #expect(store.state.filter == "ot")
  }

  @Test("What does not change the part does not end a row of actions, an undo does")
  func coalescing() async {
    let editing = Self.makeEditing()
    let row = await reduce(
      Editor(), editing,
      EditorAction.typed("a"), EditorAction.added("row"), EditorAction.typed("b"))
    #expect(row.history.count == 1)
    let replaced = await reduce(
      Editor(), editing,
      EditorAction.typed("a"), EditorAction.replaced("b"), EditorAction.typed("c"))
    #expect(replaced.history.count == 3)
    let undone = await reduce(
      Editor(), editing,
      EditorAction.replaced("a"), EditorAction.typed("b"), UndoAction<String>.undo,
      EditorAction.typed("c"))
    #expect(undone.filter == "ac")
    #expect(undone.history.count == 2)
    #expect(!undone.history.canRedo)
  }

  @Test("No more steps are kept than the limit says")
  func limit() async {
    let editing = Self.editorReducer.undoable(\.filter, history: \.history, limit: 2)
    let state = await reduce(
      Editor(), editing,
      EditorAction.replaced("a"), EditorAction.replaced("b"), EditorAction.replaced("c"),
      UndoAction<String>.undo, UndoAction<String>.undo, UndoAction<String>.undo)
    #expect(state.filter == "a")
  }

  @Test("An undo reaches every history of its type")
  func everyHistory() async {
    let row = Row.reducer.undoable(\.text, history: \.history, limit: 5)
      .forEach(\AppState.rows, id: \.id)
    let state = await reduce(
      AppState(rows: Self.rows), row,
      Row.Edited(elementID: 1), Row.Edited(elementID: 2), UndoAction<String>.undo)
    #expect(state.rows.map(\.text) == ["", ""])
  }

  @Test("A reducer that is made undoable does not see the undo, also if it sees every action")
  func catchAllUndo() async {
    let reducer = Reducer<Editor> { state, _ in state.filter += "." }
      .undoable(\.filter, history: \.history, limit: 5)
    let state = await reduce(Editor(), reducer, LoggedOut(), LoggedOut(), UndoAction<String>.undo)
    #expect(state.filter == ".")
    #expect(state.history.count == 1)
  }

  enum Drawing {
    struct State: Equatable, Sendable { var points: [Int] = [] }

    struct Drawn: Action { let point: Int }

    static let reducer =
      Reducer<State>.on(Drawn.self) { state, action in state.points.append(action.point) }
  }

  @Test("All of a small state can be undone")
  func undoable() async {
    let drawing = Drawing.reducer.undoable(limit: 100)
    let store = Store(state: Undoable(Drawing.State()), reducer: drawing)

    store.dispatch(Drawing.Drawn(point: 1))
    store.dispatch(Drawing.Drawn(point: 2))
    store.dispatch(UndoAction<Drawing.State>.undo)
    await store.settled()
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

  @Test("Of a thousand features an action enters those that are for its type")
  func thousand() async {
    let feature = Reducer<Int>.on(CounterAction.self) { value, _ in value += 1 }
      .scope(\Many.counted)
    let other = Reducer<Int>.on(LoggedOut.self) { value, _ in value += 1 }.scope(\Many.counted)
    let reducer = Reducer<Many> {
      for _ in 0..<1_000 { other.onChange(of: \.value) { _, _, _ in } }
      feature
    }
    #expect(await reduce(Many(), reducer, CounterAction.incremented).value == 1)
    #expect(Many.entered.value == 1)
  }

  @Test("A reducer may be used by several stores at a time")
  func shared() async {
    let counting = Reducer<Int>.on(CounterAction.self) { counter, _ in counter += 1 }
    let stores = (0..<4).map { Store(state: $0, reducer: counting) }
    await onThreads(4) { thread in
      for _ in 0..<100 { stores[thread].dispatch(CounterAction.incremented) }
    }
    for store in stores { await store.settled() }
    #expect(stores.map(\.state) == [100, 101, 102, 103])
  }
}

private typealias Screen = ReducersTests.Screen
private typealias Detail = ReducersTests.Detail

extension CasePath where Root == Screen, Value == Detail.State {
  static var detail: Self {
    CasePath(embed: Screen.detail) { if case .detail(let state) = $0 { state } else { nil } }
  }
}
