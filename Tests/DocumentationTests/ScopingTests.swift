// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

@Suite struct ScopingTests {
  let disposer = Disposer()

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

  private static func appReducer(state: inout AppState, action: any Action) {
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

  @Test func `Contract 9: a scope reads through to the state and is never stale`() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: Self.appReducer)

    let profile = store.scope(\.profile)
    profile.dispatch(ProfileAction.renamed("otter"))
    await profile.settled()
    print(profile.state.name)  // otter

    #expect(print.lines == ["otter"])
  }

  @Test func `An observer of a computed slice is notified only of changes`() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: Self.appReducer)

    store.scope(\.hasRows).observe { print($0 ? "some rows" : "no rows") }.dispose(on: disposer)

    await store.settle(after: RowsAction.added("a"), RowsAction.added("b"))
    #expect(print.lines == ["no rows", "some rows"])
  }

  @Test func `A selector computes a value that has no key path`() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: Self.appReducer)

    store.scope { $0.rows.count }.observe { print("\($0) rows") }.dispose(on: disposer)

    await store.settle(after: RowsAction.added("a"), RowsAction.changed(at: 0, to: "b"))
    #expect(print.lines == ["0 rows", "1 rows"])
  }

  @Test func `isSame compares with the last delivered value`() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: Self.appReducer)

    store.scope(\.temperature, isSame: { abs($0 - $1) < 0.5 })
      .observe { print("\($0) degrees") }
      .dispose(on: disposer)

    for temperature in [20.25, 20.375, 20.625, 20.75] {
      store.dispatch(Measured(temperature: temperature))
    }
    await store.settled()
    #expect(print.lines == ["20.0 degrees", "20.625 degrees"])
    #expect(store.scope(\.temperature, isSame: { _, _ in true }).state == 20.75)
  }

  @Test func `Only stored properties without observers have their own bytes`() {
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

  @Test
  func `Contract 27: observers of optional state are not notified when it becomes nil`() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: Self.appReducer)
    #expect(store.scope(ifPresent: \.editor) == nil)
    await store.settle(after: EditorAction.opened("otter"))

    if let editor = store.scope(ifPresent: \.editor) {
      editor.observe { print("editing \($0.name)") }.dispose(on: disposer)
    }

    let optional = store.scope(\.editor).observe { print($0 == nil ? "nothing" : "something") }
    await store.settle(after: EditorAction.closed)
    #expect(print.lines == ["editing otter", "something", "nothing"])
    optional.dispose()
  }

  @Test func `A derived value is recomputed when one of its inputs has changed`() async {
    let store = Store(
      state: AppState(profile: Profile(name: "otter"), rows: ["b", "a"]), reducer: Self.appReducer)

    let greeting = store.derive(\.profile.name, \.rows) { name, rows in
      "\(name) has \(rows.sorted().joined(separator: ", "))"
    }

    #expect(greeting.state == "otter has a, b")
    await store.settle(after: RowsAction.added("c"))
    #expect(greeting.state == "otter has a, b, c")
  }

  // MARK: Memory

  /// Returns a store whose actions change the first row, and the addresses of the rows.
  private func makeRows() -> (Store<AppState>, Recorder<Int>) {
    let addresses = Recorder<Int>()
    let state = AppState(rows: Array(repeating: "row", count: 100))
    let store = Store(state: state) { state, _ in
      state.rows[0] += "."
      addresses.record(address(of: &state.rows))
    }
    return (store, addresses)
  }

  @Test func `The rows are changed in place while only their number is observed`() async {
    struct Badge: Sendable {
      let shown = Recorder<Int>()
      func show(_ count: Int) { shown.record(count) }
    }
    let badge = Badge()
    let (store, addresses) = makeRows()

    store.scope { $0.rows.count }.observe { badge.show($0) }.dispose(on: disposer)

    for _ in 0..<3 {
      await store.settle(after: Measured(temperature: 0))
    }
    #expect(badge.shown.values == [100])
    #expect(Set(addresses.values).count == 1)
  }

  @Test @MainActor func `Contract 22: the input of a connector is not retained`() async {
    final class List: UIView, ViewComponent {
      let disposer = Disposer()
      var shown: [[String]] = []
      var props: [String] = [] { didSet { shown.append(props) } }
    }
    let (store, addresses) = makeRows()
    let list = List()
    list.connect(to: store, by: FirstRowsConnector())
    for _ in 0..<3 {
      await store.settle(after: Measured(temperature: 0))
    }
    #expect(list.shown.map(\.first) == ["row", "row.", "row..", "row..."])
    #expect(list.shown.map(\.count) == [20, 20, 20, 20])
    #expect(Set(addresses.values).count == 1)
  }

  @Test func `Contract 17: a store lists its observers and their slices`() {
    let print = Printer()
    let store = Store(state: AppState(), reducer: Self.appReducer)

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

  @Test @MainActor
  func `Contract 25: a scope can be passed to code that does not import the app`() async {
    let store = Store(state: AppState(), reducer: CounterFeature.reducer.scope(\.counter))
    let label = CounterFeature.start(on: store.scope(\.counter))

    await store.settle(after: CounterFeature.Action.incremented)
    #expect(label.label.texts == ["0", "1"])
  }
}
