// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

private struct SessionState: Sendable { var isLoggedIn = true }

private let sessionReducer = Reducer<SessionState> {}

private struct Session: ObservableValue {
  private let store = Store(state: SessionState(), reducer: sessionReducer)

  var property: Property<Bool> { store.property(\.isLoggedIn) }
}

@Suite struct ScopingTests {
  let disposer = Disposer()
  let print = Printer()

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

  private let store = Store(
    state: AppState(),
    reducer: Reducer {
      Reducer.updating(ProfileAction.self) { state, action in
        if case .renamed(let name) = action { state.profile.name = name }
      }
      Reducer.edits
    })

  @Test func `Contract 9: a scope reads through to the state and is never stale`() async {
    let profile = store.scope(\.profile)
    profile.dispatch(ProfileAction.renamed("otter"))
    await profile.settled()
    print(profile.state.name)  // otter

    #expect(print.lines == ["otter"])
  }

  @Test func `Observers of computed slices and selectors are notified only of changes`() async {
    store.scope(\.hasRows).observe { print($0 ? "some rows" : "no rows") }.dispose(on: disposer)

    store.scope { $0.rows.count }.observe { print("\($0) rows") }.dispose(on: disposer)

    for row in ["a", "b"] { store.edit { $0.rows.append(row) } }
    store.edit { $0.rows[0] = "c" }
    await store.settled()
    #expect(print.lines == ["no rows", "0 rows", "some rows", "1 rows", "2 rows"])
  }

  @Test @MainActor func `A property is read-only, observed and connected`() async {
    final class List: ViewComponent {
      let disposer = Disposer()
      var props: [String] = []
    }
    let list = List()

    let rows = store.property(\.rows)
    rows.observe { print($0) }.dispose(on: disposer)
    list.connect(to: rows)

    store.edit { $0.rows = ["a"] }
    await store.settled()
    #expect(print.lines == ["[]", #"["a"]"#])
    #expect(list.props == ["a"])
  }

  @Test @MainActor func `Generic code connects to any observable value`() async {
    let scoreboard = ViewRecorder(-1)

    func follow(_ scores: some ObservableValue<Int>) {
      scoreboard.connect(to: scores)
    }

    follow(store.scope(\.profile.visits))
    let login = ViewRecorder(false)
    login.connect(to: Session())
    #expect(scoreboard.values == [0])
    #expect(login.values == [true])
  }

  @Test func `removeDuplicates compares with the last delivered value`() async {
    store.scope(\.temperature).removeDuplicates { abs($0 - $1) < 0.5 }
      .observe { print("\($0) degrees") }
      .dispose(on: disposer)

    for temperature in [20.25, 20.375, 20.625, 20.75] {
      store.edit { $0.temperature = temperature }
    }
    await store.settled()
    #expect(print.lines == ["20.0 degrees", "20.625 degrees"])
    #expect(store.scope(\.temperature).removeDuplicates { _, _ in true }.state == 20.75)
  }

  @Test
  func `Contract 27: observers of optional state are not notified when it becomes nil`() async {
    #expect(store.ifPresent(\.editor) == nil)
    store.edit { $0.editor = Profile(name: "otter") }
    await store.settled()

    if let editor = store.ifPresent(\.editor) {
      editor.observe { print("editing \($0.name)") }.dispose(on: disposer)
    }

    store.scope(\.editor).observe { print($0 == nil ? "nothing" : "something") }
      .dispose(on: disposer)
    store.edit { $0.editor = nil }
    await store.settled()
    #expect(print.lines == ["editing otter", "something", "nothing"])
  }

  @Test func `A derived value is recomputed when one of its inputs has changed`() async {
    let greeting = store.derive(\.profile.name, \.rows) { name, rows in
      "\(name) has \(rows.sorted().joined(separator: ", "))"
    }

    store.edit { ($0.profile.name, $0.rows) = ("otter", ["b", "a"]) }
    await store.settled()
    #expect(greeting.state == "otter has a, b")
  }

  struct FirstRowsConnector: Connector {
    func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> [String] {
      Array(state.rows.prefix(20))
    }
  }

  @Test @MainActor func `A selector and a connector show a part of a large collection`() async {
    let badge = NumberLabel()
    let list = ViewRecorder([String]())

    store.scope { $0.rows.count }.observe { badge.show($0) }.dispose(on: disposer)

    list.connect(to: store, by: FirstRowsConnector())
    store.edit { $0.rows = Array(repeating: "row", count: 100) }
    await store.settled()
    #expect(badge.shown.values == [0, 100])
    #expect(list.values.map(\.count) == [0, 20])
  }

  @Test func `Contract 17: a store lists its observers and their slices`() {
    let token = store.scope(\.profile.name).observe { print("Hello, \($0)!") }
    for connection in store.scope(\.profile).connections {
      print(connection.kind, connection.slice)  // observer \AppState.profile.name
    }

    #expect(print.lines.contains("observer \\AppState.profile.name"))
    #expect(store.scope(\.rows).connections.isEmpty)
    token.dispose()
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

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      switch action {
      case .incremented: state.count += 1
      case .decremented: state.count -= 1
      }
    }

    @MainActor static func start(on store: Store<State>) -> CounterLabel {
      let label = CounterLabel()
      label.connect(to: store.scope(\.count))
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
