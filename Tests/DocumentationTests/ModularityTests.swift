// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

@Suite struct ModularityTests {
  final class HitsLabel: UIView, ViewComponent {
    let disposer = Disposer()
    let label = UILabel()
    var props = "" { didSet { label.text = props } }
  }

  enum Search {
    struct State: Equatable, Sendable {
      var query = ""
      var hits: [String] = []
    }

    enum Action: Runnel.Action {
      case typed(String)
      case found([String])
    }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .typed(let query): state.query = query
      case .found(let hits): state.hits = hits
      }
    }

    @MainActor static func start(on store: Store<State>) -> HitsLabel {
      let label = HitsLabel()
      label.connect(to: store) { state, _ in "\(state.hits.count) hits for \(state.query)" }
      return label
    }
  }

  enum Row {
    struct State: Identifiable, Equatable, Sendable {
      let id: Int
      var isDone = false
    }

    struct Toggled: ElementAction {
      let elementID: Int
    }

    static let reducer = Reducer<State>.on(Toggled.self) { state, _ in state.isDone.toggle() }
  }

  enum CounterFeature {
    struct State: Equatable, Sendable { var count = 0 }

    enum Action: Runnel.Action { case incremented, decremented }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      state.count += action == .incremented ? 1 : -1
    }

    @MainActor static func start(on store: Store<State>) -> HitsLabel {
      let label = HitsLabel()
      label.connect(to: store) { state, _ in "\(state.count)" }
      return label
    }
  }

  enum Detail {
    struct State: Equatable, Sendable { var zoom = 1 }

    struct Zoomed: Action {}

    static let reducer = Reducer<State>.on(Zoomed.self) { state, _ in state.zoom += 1 }
  }

  enum Download {
    struct State: Equatable, Sendable { var percent = 0 }

    struct Progressed: ElementAction {
      let elementID: String
    }

    static let reducer = Reducer<State>.on(Progressed.self) { state, _ in state.percent += 1 }
  }

  struct AppState: Equatable, Sendable {
    var counter = CounterFeature.State()
    var search: Search.State?
    var screen = Screen.list
    var rows: [Row.State] = []
    var downloads: [String: Download.State] = [:]
  }

  enum Screen: Equatable, Sendable {
    case list
    case detail(Detail.State)
  }

  enum AppAction: Action {
    case searchOpened, searchClosed
    case detailOpened, detailClosed
  }

  private static func makeStore(
    _ state: AppState = AppState(),
    and more: Reducer<AppState>? = nil
  ) -> Store<AppState> {
    let appReducer = Reducer<AppState> {
      Reducer.on(AppAction.self) { state, action in
        switch action {
        case .searchOpened: state.search = Search.State()
        case .searchClosed: state.search = nil
        case .detailOpened: state.screen = .detail(Detail.State())
        case .detailClosed: state.screen = .list
        }
      }
      CounterFeature.reducer.scope(\.counter)
      Search.reducer.ifPresent(\.search)
      Detail.reducer.ifCase(\.screen, .detail)
      Row.reducer.forEach(\.rows, id: \.id)
      Download.reducer.forEach(\.downloads)
    }
    return Store(
      state: state,
      reducer: Reducer {
        appReducer
        more
      })
  }

  private static let rows = [Row.State(id: 1), Row.State(id: 2)]

  // MARK: The app

  @Test("Each feature is reduced in its place") @MainActor
  func places() async {
    let appReducer = CounterFeature.reducer.scope(\AppState.counter)

    let store = Store(state: AppState(), reducer: appReducer)
    let counter = CounterFeature.start(on: store.scope(\.counter))

    store.dispatch(CounterFeature.Action.incremented)
    await store.settled()
    #expect(counter.label.texts == ["0", "1"])
  }

  @Test("Each place has a reducer that works there, and a scope that leads to it")
  func reducersAndScopes() async {
    let store = Self.makeStore(AppState(rows: Self.rows, downloads: ["a": .init(), "b": .init()]))
    store.dispatch(AppAction.searchOpened)
    store.dispatch(AppAction.detailOpened)
    store.dispatch(CounterFeature.Action.incremented)
    store.dispatch(Search.Action.typed("otter"))
    store.dispatch(Detail.Zoomed())
    store.dispatch(Row.Toggled(elementID: 2))
    store.dispatch(Download.Progressed(elementID: "b"))
    await store.settled()
    #expect(store.scope(\.counter).state.count == 1)
    #expect(store.scope(ifPresent: \.search)?.state.query == "otter")
    #expect(store.scope(\.screen, ifCase: .detail)?.state.zoom == 2)
    #expect(store.scope(\.rows, id: 1)?.state.isDone == false)
    #expect(store.scope(\.rows, id: 2)?.state.isDone == true)
    #expect(store.scope(\.downloads, key: "a")?.state.percent == 0)
    #expect(store.scope(\.downloads, key: "b")?.state.percent == 1)
  }

  // MARK: What is there at times

  @MainActor private final class Navigator {
    let isSearching = Recorder<Bool>()
    let labels = Recorder<HitsLabel>()

    func showSearch(_ isShown: Bool) { isSearching.record(isShown) }
    func show(_ label: HitsLabel) { labels.record(label) }
  }

  @Test("Contract 27: a scope into an optional keeps the last value, and follows the next one")
  @MainActor func optional() async throws {
    let navigator = Navigator()
    let store = Self.makeStore()
    #expect(store.scope(ifPresent: \.search) == nil)

    store.dispatch(AppAction.searchOpened)
    await store.settled()
    if let search = store.scope(ifPresent: \.search) {
      navigator.show(Search.start(on: search))
    }

    let search = try #require(store.scope(ifPresent: \.search))
    store.dispatch(Search.Action.typed("otter"))
    await store.settled()
    store.dispatch(AppAction.searchClosed)
    store.dispatch(Search.Action.typed("nobody"))
    await store.settled()
    #expect(store.state.search == nil)
    #expect(search.state.query == "otter")
    #expect(navigator.labels.values.first?.label.texts == ["0 hits for ", "0 hits for otter"])
    store.dispatch(AppAction.searchOpened)
    await store.settled()
    store.dispatch(Search.Action.typed("heron"))
    await store.settled()
    #expect(search.state.query == "heron")
    #expect(navigator.labels.values.first?.label.texts.last == "0 hits for heron")
  }

  @Test("That a value comes and goes is observed without observing the value")
  func comesAndGoes() async {
    let navigator = Navigator()
    let disposer = Disposer()
    let store = Self.makeStore()

    store.scope { $0.search != nil }
      .observe(on: MainActor.self) { navigator.showSearch($0) }
      .dispose(on: disposer)

    store.dispatch(AppAction.searchOpened)
    store.dispatch(Search.Action.typed("otter"))
    store.dispatch(AppAction.searchClosed)
    await store.settled()
    #expect(navigator.isSearching.values == [false, true, false])
    disposer.dispose()
  }

  @Test("A feature that is given the optional itself is told that there is no value")
  func optionalItself() async {
    let store = Self.makeStore()
    let seen = Recorder<String?>()
    let search: Store<Search.State?> = store.scope(\.search)
    let token = search.observe { seen.record($0?.query) }
    store.dispatch(AppAction.searchOpened)
    store.dispatch(AppAction.searchClosed)
    await store.settled()
    #expect(seen.values == [nil, "", nil])
    token.dispose()
  }

  @Test("Contract 21 and 27: a reused cell shows the row that it was connected to last") @MainActor
  func cells() async {
    final class RowCell: UIView, ViewComponent {
      let disposer = Disposer()
      var shown: [String] = []
      var props = Row.State(id: 0) { didSet { shown.append("\(props.id) \(props.isDone)") } }
    }
    let store = Self.makeStore(AppState(rows: Self.rows))

    func show(_ id: Int, in cell: RowCell) {
      guard let row = store.scope(\.rows, id: id) else { return }
      cell.connect(to: row)
    }

    let cell = RowCell()
    show(1, in: cell)
    show(2, in: cell)
    show(3, in: cell)
    store.dispatch(Row.Toggled(elementID: 1))
    store.dispatch(Row.Toggled(elementID: 2))
    await store.settled()
    #expect(cell.shown == ["1 false", "2 false", "2 true"])
  }

  @Test("A row is followed wherever it is moved to, and again when it has come back")
  func movedRows() async {
    struct Moved: Action { let ids: [Int] }
    let store = Self.makeStore(
      AppState(rows: Self.rows),
      and: .on(Moved.self) { state, action in
        state.rows = action.ids.map { Row.State(id: $0, isDone: $0 == 2) }
      })
    let row = store.scope(\.rows, id: 2)
    let seen = Recorder<Bool>()
    let token = row?.observe { seen.record($0.isDone) }
    store.dispatch(Moved(ids: [2, 1]))
    store.dispatch(Moved(ids: [1]))
    await store.settled()
    #expect(row?.state == Row.State(id: 2, isDone: true))
    store.dispatch(Moved(ids: [1, 3, 2]))
    store.dispatch(Row.Toggled(elementID: 2))
    await store.settled()
    #expect(seen.values == [false, true, false])
    token?.dispose()
  }

  // MARK: Narrower than the state

  @Test("Contract 26: a scope that accepts one type of actions refuses others")
  func accepting() async {
    let store = Self.makeStore(AppState(search: Search.State()))
    let heard = Recorder<String>()
    let added = Recorder<String>()

    let search = store.scope(\.search, accepting: Search.Action.self)
    search.dispatch(Search.Action.typed("otter"))
    search.dispatch(AppAction.searchClosed)  // Reported, and not reduced.

    let listener = search.onAction { _, action in heard.record("\(action)") }
    let addition = search.add(reducer: { _, action in added.record("\(action)") })
    search.scope(\.self).dispatch(AppAction.searchClosed)
    store.dispatch(AppAction.detailOpened)
    search.dispatch(Search.Action.typed("heron"))
    await store.settled()
    #expect(store.state.search?.query == "heron")
    #expect(store.state.screen == .detail(Detail.State()))
    #expect(heard.values.last == #"typed("heron")"#)
    #expect(!heard.values.contains("detailOpened"))
    #expect(added.values == [#"typed("heron")"#])
    listener.dispose()
    addition.dispose()
  }

  // MARK: Values made of several parts

  @Test("Rows are derived from two parts of the state")
  func derived() async {
    let store = Self.makeStore(AppState(search: Search.State(), rows: Self.rows))

    let visible = store.derive(\.rows, \.search) { rows, search in
      rows.filter { row in search?.hits.contains("\(row.id)") ?? true }
    }

    let first = store.derive(from: visible, store.scope(\.counter.count)) { rows, count in
      rows.prefix(count).map(\.id)
    }

    #expect(visible.state.isEmpty)
    store.dispatch(Search.Action.found(["2"]))
    await store.settled()
    #expect(visible.state.map(\.id) == [2])
    #expect(first.state.isEmpty)
    store.dispatch(CounterFeature.Action.incremented)
    await store.settled()
    #expect(first.state == [2])
    store.dispatch(AppAction.searchClosed)
    await store.settled()
    #expect(visible.state.map(\.id) == [1, 2])
  }

  @Test("What is derived is made when somebody looks, and once for each change of an input")
  func derivedCounts() async {
    let made = Counter()
    let store = Self.makeStore(AppState(rows: Self.rows))
    let done = store.derive(\.rows) { rows in
      made.increment()
      return rows.filter(\.isDone).count
    }
    #expect(made.value == 0)
    #expect(done.state == 0)
    store.dispatch(Row.Toggled(elementID: 1))
    await store.settled()
    #expect(made.value == 1)
    let tokens = (0..<3).map { _ in done.observe { _ in } }
    store.dispatch(CounterFeature.Action.incremented)
    await store.settled()
    #expect(done.state == 1)
    #expect(made.value == 2)
    store.dispatch(Row.Toggled(elementID: 2))
    await store.settled()
    #expect(done.state == 2)
    #expect(made.value == 3)
    tokens.forEach { $0.dispose() }
  }

  // MARK: Reducers added at run time

  struct Bonus: Action {}

  private static let bonusReducer =
    Reducer<CounterFeature.State>.on(Bonus.self) { state, _ in state.count += 100 }

  @Test("Contract 25: a scope is extended with a reducer at run time, until its token goes")
  func added() async {
    let bonusReducer = Self.bonusReducer
    let store = Self.makeStore()

    let plugin = store.scope(\.counter).add(reducer: bonusReducer)

    store.dispatch(Bonus())
    await store.settled()
    #expect(store.state.counter.count == 100)
    plugin.dispose()
    store.dispatch(Bonus())
    await store.settled()
    #expect(store.state.counter.count == 100)
  }

  @Test("An added reducer sees exactly the actions dispatched between `add` and its end")
  func addedBetween() async {
    let gate = Gate()
    let entered = Gate()
    let seen = Recorder<Int>()
    struct Held: Action {}
    let store = Self.makeStore(
      and: .on(Held.self) { _, _ in
        entered.open()
        gate.pass()
      })
    store.dispatch(Held())
    await entered.opened()
    // None of these is reduced before the gate opens.
    store.dispatch(Row.Toggled(elementID: 1))
    let token = store.add(
      reducer: Reducer.on(Row.Toggled.self) { _, action in seen.record(action.elementID) })
    store.dispatch(Row.Toggled(elementID: 2))
    token.dispose()
    store.dispatch(Row.Toggled(elementID: 3))
    gate.open()
    await store.settled()
    #expect(seen.values == [2])
  }

  @Test("A reducer cannot be added to what can be read only", arguments: [false, true])
  func unwritable(isDerived: Bool) async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [isDerived] in
      let store = Store(state: 0)
      let scope = isDerived ? store.derive(\.self) { $0 + 1 } : store.scope { $0 + 1 }
      _ = scope.add(reducer: Reducer { state, _ in state += 1 })
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Reducer added to a read-only scope."))
  }

  @Test("Contract 37: a reducer added twice under one key takes the first one's place")
  func keys() async {
    let bonusReducer = Self.bonusReducer
    @Sendable func doubleReducer(state: inout CounterFeature.State, action: any Action) {
      if action is Bonus { state.count = 2 * state.count + 2 }
    }
    let disposer = Disposer()
    let store = Self.makeStore()

    store.add(reducer: bonusReducer.scope(\.counter), withKey: "bonus", ownedBy: disposer)
    store.add(reducer: doubleReducer, state: \.counter, withKey: "bonus", ownedBy: disposer)
    store.dispatch(Bonus())
    await store.settled()
    #expect(store.state.counter.count == 2)

    store.add(reducer: bonusReducer.scope(\.counter), withKey: "bonus", ownedBy: disposer)
    store.add(reducer: doubleReducer, state: \.counter, withKey: "bonus", ownedBy: disposer)
    store.remove(reducerWithKey: "bonus", ownedBy: disposer)

    store.dispatch(Bonus())
    await store.settled()
    #expect(store.state.counter.count == 2)
  }

  @Test("Each owner has keys of its own, and a disposer's end removes what it owns")
  func owners() async {
    let store = Store(state: AppState())
    let disposer = Disposer()
    func add(_ amount: Int) -> Reducer<CounterFeature.State> {
      .on(Bonus.self) { state, _ in state.count += amount }
    }
    store.scope(\.counter).add(reducer: add(1), withKey: "bonus")
    store.scope(\.counter).add(reducer: add(10), withKey: "bonus", ownedBy: disposer)
    store.add(reducer: add(100).scope(\.counter), withKey: "bonus")
    store.dispatch(Bonus())
    await store.settled()
    #expect(store.state.counter.count == 111)
    disposer.dispose()
    store.scope(\.counter).remove(reducerWithKey: "bonus")
    store.dispatch(Bonus())
    await store.settled()
    #expect(store.state.counter.count == 211)
  }

  // MARK: What is held, and what an action costs

  private struct Part: Equatable, Sendable, Identifiable {
    let id: Int
    var numbers = Array(repeating: 0, count: 100)
  }

  private struct Parts: Equatable, Sendable {
    var one: Part? = Part(id: 0)
    var many = [Part(id: 1), Part(id: 2)]
    var page = Page.list
  }

  private enum Page: Equatable, Sendable { case list, part(Part) }

  @Test("A scope holds a value that is there at times, and not the array that it is an element of")
  func held() async {
    let addresses = Recorder<[Int]>()
    let store = Store(state: Parts()) { state, _ in
      guard var one = state.one else { return }
      state.one = nil
      one.numbers[0] += 1
      state.many[0].numbers[0] += 1
      addresses.record([
        address(of: &one.numbers), address(of: &state.many[0].numbers), address(of: &state.many),
      ])
      state.one = one
    }
    func places() async -> [Int] {
      store.dispatch(Bonus())
      await store.settled()
      return addresses.values.last ?? []
    }
    _ = await places()
    let before = await places()
    #expect(await places() == before)
    let scopes = (store.scope(ifPresent: \.one), store.scope(\.many, id: 1))
    let after = await places()
    #expect(after[0] != before[0])
    #expect(after[1] != before[1])
    #expect(after[2] == before[2])
    withExtendedLifetime(scopes) {}
  }

  @Test("Contract 28: a case is taken out only for actions that may have changed the enum")
  func extractions() async {
    let extractions = Counter()
    let path = CasePath<Page, Part>(embed: Page.part) {
      extractions.increment()
      return if case .part(let part) = $0 { part } else { nil }
    }
    let store = Store(
      state: Parts(page: .part(Part(id: 3))),
      reducer: Reducer {
        Reducer<Page>.on(Bonus.self) { page, _ in page = .part(Part(id: 4)) }.scope(\.page)
        Reducer<Part?>.on(Detail.Zoomed.self) { part, _ in part?.numbers = [] }.scope(\.one)
      })
    let scope = store.scope(\.page, ifCase: path)
    extractions.reset()
    store.dispatch(Detail.Zoomed())
    await store.settled()
    #expect(extractions.value == 0)
    store.dispatch(Bonus())
    await store.settled()
    #expect(extractions.value == 1)
    #expect(scope?.state.id == 4)
  }

  // MARK: A feature alone

  @Test("A feature is tested on a store of its own")
  func alone() async {
    let print = Printer()

    let store = Store(state: Search.State(), reducer: Search.reducer)
    store.dispatch(Search.Action.typed("otter"))
    await store.settled()
    print(store.state.query)  // otter

    #expect(print.lines == ["otter"])
  }

  @Test("A preview shows a feature on a store that never changes") @MainActor
  func preview() {
    let label = Search.start(on: Store(state: Search.State(query: "otter", hits: ["river"])))

    #expect(label.label.texts == ["1 hits for otter"])
  }
}

private typealias Screen = ModularityTests.Screen
private typealias Detail = ModularityTests.Detail

extension CasePath where Root == Screen, Value == Detail.State {
  static var detail: Self {
    CasePath(embed: Screen.detail) { if case .detail(let state) = $0 { state } else { nil } }
  }
}
