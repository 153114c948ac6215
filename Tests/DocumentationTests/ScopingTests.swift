// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@Suite struct ScopingTests {
  struct AppState: Equatable, Sendable {
    var profile = Profile()
    var rows: [String] = []
    var temperature = 20.0
    var editor: Profile?
  }

  struct Profile: Equatable, Sendable {
    var name = ""
    var visits = 0
  }

  enum ProfileAction: Action { case renamed(String) }
  enum EditorAction: Action { case opened(String), closed }
  enum RowsAction: Action { case added(String), changed(at: Int, to: String) }
  struct Measured: Action { let temperature: Double }

  func appReducer(state: inout AppState, action: any Action) {
    switch action {
    case ProfileAction.renamed(let name): state.profile.name = name
    case EditorAction.opened(let name): state.editor = Profile(name: name)
    case EditorAction.closed: state.editor = nil
    case RowsAction.added(let row): state.rows.append(row)
    case RowsAction.changed(let index, let row): state.rows[index] = row
    case let action as Measured: state.temperature = action.temperature
    default: break
    }
  }

  struct FirstRowsConnector: Connector {
    func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> [String] {
      Array(state.rows.prefix(20))
    }
  }

  @Test("Contract 9: a scope reads through to the state, and is never stale")
  func byKeyPath() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: appReducer)

    let profile = store.scope(\.profile)
    profile.dispatch(ProfileAction.renamed("otter"))
    await profile.settled()
    print(profile.state.name)  // otter

    #expect(print.lines == ["otter"])
  }

  @Test("Contract 26: an action dispatched to a scope reaches the whole store")
  func actionsReachTheWholeStore() async {
    let store = Store(state: AppState(), reducer: appReducer)
    store.scope(\.temperature).dispatch(ProfileAction.renamed("heron"))
    await store.settled()
    #expect(store.state.profile.name == "heron")
  }

  @Test("A computed part is told only when it has changed")
  func computed() async {
    let print = Printer()
    let disposer = Disposer()
    let store = Store(state: AppState(), reducer: appReducer)

    store.scope(\.hasRows).observe { print($0 ? "some rows" : "no rows") }.dispose(on: disposer)

    store.dispatch(RowsAction.added("a"))
    store.dispatch(RowsAction.added("b"))
    await store.settled()
    #expect(print.lines == ["no rows", "some rows"])
    disposer.dispose()
  }

  @Test("What is computed is not computed while nobody observes it")
  func computedOnDemand() async {
    let evaluations = Counter()
    let store = Store(state: AppState(), reducer: appReducer)
    let count = store.scope { state in
      evaluations.increment()
      return state.rows.count
    }
    store.dispatch(RowsAction.added("a"))
    await store.settled()
    #expect(evaluations.value == 0)
    let token = count.observe { _ in }
    store.dispatch(RowsAction.added("b"))
    await store.settled()
    #expect(evaluations.value > 0)
    token.dispose()
    evaluations.reset()
    store.dispatch(RowsAction.added("c"))
    await store.settled()
    #expect(evaluations.value == 0)
    #expect(count.state == 3)
    #expect(evaluations.value == 1)
  }

  @Test("A closure makes a part where there is no path")
  func byClosure() async {
    let print = Printer()
    let disposer = Disposer()
    let store = Store(state: AppState(), reducer: appReducer)

    store.scope { $0.rows.count }.observe { print("\($0) rows") }.dispose(on: disposer)

    store.dispatch(RowsAction.added("a"))
    store.dispatch(RowsAction.changed(at: 0, to: "b"))
    await store.settled()
    #expect(print.lines == ["0 rows", "1 rows"])
    disposer.dispose()
  }

  @Test("`isSame` compares with the value that was told last, so that a slow drift is told")
  func isSame() async {
    let print = Printer()
    let disposer = Disposer()
    let store = Store(state: AppState(), reducer: appReducer)

    store.scope(\.temperature, isSame: { abs($0 - $1) < 0.5 })
      .observe { print("\($0) degrees") }
      .dispose(on: disposer)

    for temperature in [20.25, 20.375, 20.625, 20.75] {
      store.dispatch(Measured(temperature: temperature))
    }
    await store.settled()
    #expect(print.lines == ["20.0 degrees", "20.625 degrees"])
    #expect(store.scope(\.temperature, isSame: { _, _ in true }).state == 20.75)
    disposer.dispose()
  }

  @Test("A part without `==` is told after each action")
  func withoutEquality() async {
    struct Opaque: Sendable { var value = 0 }
    let store = Store(state: Opaque()) { _, _ in }
    let told = Counter()
    let token = store.observe { _ in told.increment() }
    store.dispatch(Measured(temperature: 0))
    store.dispatch(Measured(temperature: 0))
    await store.settled()
    #expect(told.value == 3)
    token.dispose()
  }

  @Test("Stored properties have bytes of their own, those that are observed or computed have none")
  func storedPaths() {
    struct State: Sendable {
      var stored = Profile()
      var observed = 0 { didSet {} }
      var computed: Int { 0 }
      var optional: Profile?
    }
    #expect(MemoryLayout<State>.offset(of: \.stored.visits) != nil)
    #expect(MemoryLayout<State>.offset(of: \.observed) == nil)
    #expect(MemoryLayout<State>.offset(of: \.computed) == nil)
    #expect(MemoryLayout<State>.offset(of: \.optional?.visits) == nil)
  }

  @Test("Contract 27: observers of what is there at times are told nothing when it is gone")
  func atTimes() async {
    let print = Printer()
    let disposer = Disposer()
    let store = Store(state: AppState(), reducer: appReducer)
    #expect(store.scope(ifPresent: \.editor) == nil)
    store.dispatch(EditorAction.opened("otter"))
    await store.settled()

    if let editor = store.scope(ifPresent: \.editor) {
      editor.observe { print("editing \($0.name)") }.dispose(on: disposer)
    }

    let optional = store.scope(\.editor).observe { print($0 == nil ? "nothing" : "something") }
    store.dispatch(EditorAction.closed)
    await store.settled()
    #expect(print.lines == ["editing otter", "something", "nothing"])
    optional.dispose()
    disposer.dispose()
  }

  @Test("What is derived is made of two parts, and anew when one of them has changed")
  func derived() async {
    let store = Store(
      state: AppState(profile: Profile(name: "otter"), rows: ["b", "a"]), reducer: appReducer)

    let greeting = store.derive(\.profile.name, \.rows) { name, rows in
      "\(name) has \(rows.sorted().joined(separator: ", "))"
    }

    #expect(greeting.state == "otter has a, b")
    store.dispatch(RowsAction.added("c"))
    await store.settled()
    #expect(greeting.state == "otter has a, b, c")
  }

  // MARK: What is held

  /// A store of many rows, the first of which changes with each action, and where they lay then.
  private func makeRows() -> (Store<AppState>, Recorder<Int>) {
    let addresses = Recorder<Int>()
    let state = AppState(rows: Array(repeating: "row", count: 100))
    let store = Store(state: state) { state, _ in
      state.rows[0] += "."
      addresses.record(address(of: &state.rows))
    }
    return (store, addresses)
  }

  @Test("The rows are changed in place while only their number is observed")
  func numberOfRows() async {
    struct Badge: Sendable {
      let shown = Recorder<Int>()
      func show(_ count: Int) { shown.record(count) }
    }
    let disposer = Disposer()
    let badge = Badge()
    let (store, addresses) = makeRows()

    store.scope { $0.rows.count }.observe { badge.show($0) }.dispose(on: disposer)

    for _ in 0..<3 {
      store.dispatch(Measured(temperature: 0))
      await store.settled()
    }
    #expect(badge.shown.values == [100])
    #expect(Set(addresses.values).count == 1)
    disposer.dispose()
  }

  @Test("Contract 22: the input of a connector is not held") @MainActor
  func connectorHoldsNothing() async {
    final class List: UIView, ViewComponent {
      let disposer = Disposer()
      var shown: [[String]] = []
      var props: [String] = [] { didSet { shown.append(props) } }
    }
    let (store, addresses) = makeRows()
    let list = List()
    list.connect(to: store, by: FirstRowsConnector())
    for _ in 0..<3 {
      store.dispatch(Measured(temperature: 0))
      await store.settled()
    }
    #expect(list.shown.map(\.first) == ["row", "row.", "row..", "row..."])
    #expect(list.shown.map(\.count) == [20, 20, 20, 20])
    #expect(Set(addresses.values).count == 1)
  }

  @Test("Rows that are observed themselves are copied by each change")
  func observedRowsAreCopied() async {
    let (store, addresses) = makeRows()
    store.dispatch(Measured(temperature: 0))
    let token = store.scope(\.rows).observe { _ in }
    store.dispatch(Measured(temperature: 0))
    await store.settled()
    #expect(Set(addresses.values).count == 2)
    token.dispose()
  }

  // MARK: What an action costs

  /// Counts how often it is compared.
  private struct Part: Equatable, Sendable {
    static let comparisons = Counter()
    var value = 0

    static func == (left: Part, right: Part) -> Bool {
      comparisons.increment()
      return left.value == right.value
    }
  }

  @Test("A part is compared once however many observe it, and not at all if its bytes are the same")
  func comparedOnce() async {
    struct State: Sendable {
      var inner = Inner()
      var other = 0
    }
    struct Inner: Sendable { var part = Part() }
    let store = Store(state: State()) { state, action in
      if action is Measured { state.other += 1 } else { state.inner.part.value += 1 }
    }
    let disposer = Disposer()
    for _ in 0..<10 {
      store.scope(\.inner.part).observe { _ in }.dispose(on: disposer)
      store.scope(\.inner).scope(\.part).observe { _ in }.dispose(on: disposer)
    }
    await store.settled()
    Part.comparisons.reset()
    store.dispatch(Measured(temperature: 0))
    await store.settled()
    #expect(Part.comparisons.value == 0)
    store.dispatch(ProfileAction.renamed(""))
    await store.settled()
    #expect(Part.comparisons.value == 1)
    disposer.dispose()
  }

  @Test("Contract 17: a store lists who looks at which part")
  func connections() {
    let print = Printer()
    let store = Store(state: AppState(), reducer: appReducer)

    let token = store.scope(\.profile.name).observe { print("Hello, \($0)!") }
    for connection in store.scope(\.profile).connections {
      print(connection.kind, connection.slice)  // observer \AppState.profile.name
    }

    #expect(print.lines.contains("observer \\AppState.profile.name"))
    #expect(store.scope(\.rows).connections.isEmpty)
    token.dispose()
    #expect(store.connections.isEmpty)
  }
}

private typealias AppState = ScopingTests.AppState

extension AppState {
  var hasRows: Bool { !rows.isEmpty }
}

@Suite struct FeatureTests {
  final class CounterLabel: UIView, ViewComponent {
    let disposer = Disposer()
    let label = UILabel()
    var props = 0 { didSet { label.text = "\(props)" } }
  }

  enum CounterFeature {
    struct State: Equatable, Sendable {
      var count = 0
    }

    enum Action: Runnel.Action { case incremented, decremented }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .incremented: state.count += 1
      case .decremented: state.count -= 1
      }
    }

    @MainActor static func start(on store: Store<State>) -> CounterLabel {
      let label = CounterLabel()
      label.connect(to: store, state: \.count)
      return label
    }
  }

  struct AppState: Equatable, Sendable {
    var counter = CounterFeature.State()
    var rows: [String] = []
  }

  @Test("Contract 25: a scope can be passed to code that has never heard of the app's state")
  @MainActor func feature() async {
    let store = Store(state: AppState(), reducer: CounterFeature.reducer.scope(\.counter))
    let label = CounterFeature.start(on: store.scope(\.counter))

    store.dispatch(CounterFeature.Action.incremented)
    await store.settled()
    #expect(label.label.texts == ["0", "1"])
  }

  @Test("A store without a reducer takes actions and never changes") @MainActor
  func constant() async {
    let store = Store(state: CounterFeature.State(count: 3))
    let label = CounterFeature.start(on: store)
    store.dispatch(CounterFeature.Action.incremented)
    await store.settled()
    #expect(label.label.texts == ["3"])
  }
}
