// SPDX-License-Identifier: MIT

private typealias AppState = Features.AppState
private typealias AppAction = Features.AppAction

#snippet("Use a store of one action type", 4)

@Suite struct ModularityTests {
  let disposer = Disposer()
  private typealias CounterFeature = Features.CounterFeature
  private typealias Search = Features.Search
  private typealias Row = Features.Row
  private typealias Detail = Features.Detail
  private typealias Download = Features.Download
  private typealias HitsLabel = Features.HitsLabel

  @MainActor private func compose() {
    #snippet("Troubleshooting.md", "Cannot infer key path type from context")
    #snippet("Compose features in an app", 3)
  }

  @MainActor private final class Navigator {
    func showSearch(_ isShown: Bool) {}
    func show(_ label: HitsLabel) {}
  }

  private struct SearchProps: Equatable {
    var query = ""
    var onType = Callback<String> { _ in }
  }

  private #snippet("Use a store of one action type", 2)

  @MainActor private func show(
    _ store: Store<AppState>, on navigator: Navigator, _ field: ViewRecorder<SearchProps>,
    _ bonusReducer: Reducer<CounterFeature.State>
  ) async {
    #snippet("Compose features in an app", 4...5)
    do { #snippet("Use a store of one action type") }
    do { #snippet("Use a store of one action type", 3) }
    #snippet("Add reducers at run time")
    plugin.dispose()
  }

  @Test func `A feature is tested with its own store`() async { #snippet("Test a feature") }

  @Test func `An app reacts to an action of a feature`() {
    #snippet("React to an action of a feature")
    let reducer = Reducer<AppState> {
      Search.reducer.ifPresent(\.search)
      closing
    }
    var state = AppState()
    state.search = Search.State()
    reducer.reduce(&state, Search.Action.found(["otter"]))
    #expect(state.search?.hits == ["otter"])
    reducer.reduce(&state, Search.Action.found([]))
    #expect(state.search == nil)
  }
}

/// Features that share a value.
@Suite struct SharedStateTests {
  private let disposer = Disposer()

  struct User: Equatable, Sendable {
    var id = 1
    var name = "Ada"
  }

  enum Session {
    struct State: Equatable, Sendable { var user = User() }
    struct Renamed: Action { let name: String }

    static let reducer = Reducer<State>.updating(Renamed.self) { $0.user.name = $1.name }
  }

  #snippet("Read a value that another feature owns")

  private enum Draft {
    struct State: Equatable, Sendable { var author = "" }
    static let reducer = ReadingReducer<State, User> {}
  }

  private enum Row { static let reducer = ReadingReducer<Features.Row.State, User> {} }

  private enum Mailbox {
    typealias Search = Features.Search

    struct State: Equatable, Sendable {
      var search = Search.State()
      var rows = Features.rows
    }

    #snippet("Read a value that another feature owns", 4)
  }

  private struct Mail: Sendable {
    func messages(to id: Int) -> AsyncStream<String> { AsyncStream { $0.finish() } }
  }

  @Test func `A feature reads the user of the session`() async {
    struct AppState: Equatable, Sendable {
      var session = Session.State()
      var inbox = Inbox.State()
    }
    let (header, mail) = (ServiceRecorder(""), Mail())
    #snippet("Read a value that another feature owns", 2)
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("Show the value in a view", 1...3)
    inbox.dispatch(.sent("hi"))
    store.dispatch(Session.Renamed(name: "Bo"))
    inbox.dispatch(.sent("hello"))
    await store.settled(includingEffects: true)
    #expect(header.values.first == "Ada, 0 messages")
    #expect(header.values.last == "Bo, 2 messages")
    #expect(store.state.inbox.messages == ["Ada: hi", "Bo: hello"])
  }

  private func readInParts() -> Reducer<some Any> {
    struct AppState: Equatable, Sendable {
      var session = Session.State()
      var draft: Draft.State?
      var rows = Features.rows
    }
    return Reducer<AppState> { #snippet("Read a value that another feature owns", 3) }
  }
}

// The examples of the documentation comments.
extension SharedStateTests {
  private struct Message: Equatable, Sendable { init(from author: String, _ text: String) {} }

  private func compose() -> Reducer<some Any> {
    typealias Row = Features.Row
    struct AppState: Equatable, Sendable {
      var session = Session.State()
      var inbox = Inbox.State()
    }
    #snippet("ReadingReducer.swift")
    return appReducer
  }

  private struct State: Equatable, Sendable {
    var user = User()
    var search: Draft.State?
    var rows = Features.rows
  }

  private func place() -> Reducer<State> {
    typealias Search = Draft
    return Reducer { #snippet("ReadingReducer.swift", 2) }
  }

  private func test() { #snippet("ReadingReducer.swift", 3) }
  private #snippet("ReadingReducer.swift", 4)
}
