// SPDX-License-Identifier: MIT

private struct SessionState: Sendable { var isLoggedIn = true }

private let sessionReducer = Reducer<SessionState> {}

private #snippet("ObservableValue.swift", 2)

@Suite struct ScopingTests {
  let disposer = Disposer()
  let print = Printer()

  #snippet("Overview")

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
    #snippet("Scope with a key path")
  }

  @Test func `Observers of computed slices and selectors are notified only of changes`() async {
    #snippet("Stored and computed key paths", 2)
    #snippet("Compute a value with a selector")
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
    #snippet("Pass a read-only value")
    store.edit { $0.rows = ["a"] }
    await store.settled()
    #expect(print.lines == ["[]", #"["a"]"#])
    #expect(list.props == ["a"])
  }

  @Test @MainActor func `Generic code connects to any observable value`() async {
    let scoreboard = ViewRecorder(-1)
    #snippet("ObservableValue.swift")
    follow(store.scope(\.profile.visits))
    let login = ViewRecorder(false)
    login.connect(to: Session())
    #expect(scoreboard.values == [0])
    #expect(login.values == [true])
  }

  @Test func `removeDuplicates compares with the last delivered value`() async {
    #snippet("Customize change detection")
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
    #snippet("Optional, enum and collection state")
    store.scope(\.editor).observe { print($0 == nil ? "nothing" : "something") }
      .dispose(on: disposer)
    store.edit { $0.editor = nil }
    await store.settled()
    #expect(print.lines == ["editing otter", "something", "nothing"])
  }

  @Test func `A derived value is recomputed when one of its inputs has changed`() async {
    #snippet("Derive a value from several slices")
    store.edit { ($0.profile.name, $0.rows) = ("otter", ["b", "a"]) }
    await store.settled()
    #expect(greeting.state == "otter has a, b")
  }

  #snippet("Memory and copy-on-write", 2)

  @Test @MainActor func `A selector and a connector show a part of a large collection`() async {
    let badge = NumberLabel()
    let list = ViewRecorder([String]())
    #snippet("Memory and copy-on-write")
    list.connect(to: store, by: FirstRowsConnector())
    store.edit { $0.rows = Array(repeating: "row", count: 100) }
    await store.settled()
    #expect(badge.shown.values == [0, 100])
    #expect(list.values.map(\.count) == [0, 20])
  }

  @Test func `Contract 17: a store lists its observers and their slices`() {
    #snippet("Share a slice between observers")
    #expect(print.lines.contains("observer \\AppState.profile.name"))
    #expect(store.scope(\.rows).connections.isEmpty)
    token.dispose()
  }
}

private typealias AppState = ScopingTests.AppState

#snippet("Stored and computed key paths")

@Suite struct FeatureTests {
  final class CounterLabel: UIView, ViewComponent {
    let disposer = Disposer()
    let label = UILabel()
    var props = 0 { didSet { label.text = "\(props)" } }
  }

  #snippet("Scope a store for a feature")

  struct AppState: Equatable, Sendable {
    var counter = CounterFeature.State()
    var rows: [String] = []
  }

  @Test @MainActor
  func `Contract 25: a scope can be passed to code that does not import the app`() async {
    #snippet("Scope a store for a feature", 2)
    await store.settle(after: CounterFeature.Action.incremented)
    #expect(label.label.texts == ["0", "1"])
  }
}
