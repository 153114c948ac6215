// SPDX-License-Identifier: MIT

import Dispatch

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
    _ = counter
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
    do {
      #snippet("Use a store of one action type")
    }
    do {
      #snippet("Use a store of one action type", 3)
    }
    #snippet("Add reducers at run time")
    plugin.dispose()
  }

  private struct Part: Sendable, Identifiable {
    let id: Int
    var numbers = Array(repeating: 0, count: 100)

    /// Writes to the numbers, and returns their address.
    mutating func write() -> UnsafePointer<Int>? {
      numbers[0] += 1
      return numbers.withUnsafeBufferPointer(\.baseAddress)
    }
  }

  private struct Parts: Sendable {
    var one: Part? = Part(id: 0)
    var many = [Part(id: 1), Part(id: 2)]
  }

  @Test func `A scope retains optional state but not the array of an element`() async {
    struct Written: Action {}
    let addresses = Recorder<[Int]>()
    let store = Store(state: Parts()) { state, _ in
      guard var one = state.one else { return }
      state.one = nil
      let (first, second) = (one.write(), state.many[0].write())
      let many = state.many.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
      addresses.record([Int(bitPattern: first), Int(bitPattern: second), many])
      state.one = one
    }
    func places() async -> [Int] {
      await store.settle(after: Written())
      return addresses.values.last ?? []
    }
    _ = await places()
    let before = await places()
    #expect(await places() == before)
    let scopes = (store.ifPresent(\.one), store.scope(\.many, id: 1))
    let after = await places()
    #expect(zip(after, before).map { $0 == $1 } == [false, false, true])
    withExtendedLifetime(scopes) {}
  }

  @Test func `A feature is tested with its own store`() async {
    #snippet("Test a feature")
  }

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
    enum Action: Runnel.Action { case signed }

    static let reducer = ReadingReducer<State, User>.updating(Action.self) { state, _, user in
      state.author = user.name
    }
  }

  private enum Row {
    struct State: Identifiable, Equatable, Sendable {
      let id: Int
      var author = ""
    }

    enum Action: Runnel.Action { case signed }

    static let reducer = ReadingReducer<State, User>.updating(Action.self) { state, _, user in
      state.author = user.name
    }
  }

  private enum Mailbox {
    typealias Search = Features.Search

    struct State: Equatable, Sendable {
      var search = Search.State()
      var rows = [Row.State(id: 1), Row.State(id: 2)]
    }

    #snippet("Read a value that another feature owns", 4)
  }

  private struct Mail: Sendable {
    func messages(to id: Int) -> AsyncStream<String> { AsyncStream { $0.finish() } }
  }

  private final class Header: ServiceComponent {
    let disposer = Disposer()
    let queue = DispatchQueue(label: "header")
    let received = Recorder<String>()
    var props = "" { didSet { received.record(props) } }
  }

  @Test func `A feature reads the user of the session`() async {
    struct AppState: Equatable, Sendable {
      var session = Session.State()
      var inbox = Inbox.State()
    }
    let (header, mail) = (Header(), Mail())
    #snippet("Read a value that another feature owns", 2)
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("Show the value in a view", 1...3)
    inbox.dispatch(.sent("hi"))
    store.dispatch(Session.Renamed(name: "Bo"))
    inbox.dispatch(.sent("hello"))
    await store.settled(includingEffects: true)
    header.queue.sync {}
    #expect(header.received.values.first == "Ada, 0 messages")
    #expect(header.received.values.last == "Bo, 2 messages")
    #expect(store.state.inbox.messages == ["Ada: hi", "Bo: hello"])
  }

  @Test func `An optional and the elements of a collection read the user`() async {
    struct AppState: Equatable, Sendable {
      var session = Session.State()
      var draft: Draft.State? = Draft.State()
      var rows = [Row.State(id: 1), Row.State(id: 2)]
    }
    let reducer = Reducer<AppState> {
      #snippet("Read a value that another feature owns", 3)
    }
    let store = TestStore(state: AppState(), reducer: reducer)
    await store.send(Draft.Action.signed) { $0.draft?.author = "Ada" }
    await store.send(Row.Action.signed, to: \.rows, id: 2) { $0.rows[1].author = "Ada" }
    await store.finish()
  }

  @Test func `A feature inside of a feature reads the same user`() async {
    let store = TestStore(
      state: Mailbox.State(), reducer: Mailbox.reducer.reading(User(name: "Bo")))
    await store.send(Row.Action.signed, to: \.rows, id: 1) { $0.rows[0].author = "Bo" }
    await store.send(Features.Search.Action.typed("tea")) { $0.search.query = "tea" }
    await store.finish()
  }
}

/// The examples of the documentation comments.
struct ReadingDocComments {
  private typealias User = SharedStateTests.User

  private struct Message: Equatable, Sendable {
    init(from author: String, _ text: String) {}
  }

  private func compose() -> Reducer<some Any> {
    typealias Row = Features.Row
    struct Session: Equatable, Sendable { var user = User() }
    struct AppState: Equatable, Sendable {
      var session = Session()
      var inbox = Inbox.State()
    }
    #snippet("ReadingReducer.swift")
    return appReducer
  }

  private struct AppState: Equatable, Sendable {
    var user = User()
    var search: Search.State?
    var rows = Features.rows
  }

  private enum Search {
    struct State: Equatable, Sendable { var author = "" }
    static let reducer = ReadingReducer<State, User> {}
  }

  private enum Row { static let reducer = ReadingReducer<Features.Row.State, User> {} }

  private struct State: Equatable, Sendable { var rows = Features.rows }

  private func place() -> Reducer<AppState> {
    Reducer {
      #snippet("ReadingReducer.swift", 2)
    }
  }

  private func test() {
    typealias Inbox = SharedStateTests.Inbox
    #snippet("ReadingReducer.swift", 3)
    _ = store
  }

  private #snippet("ReadingReducer.swift", 4)
}
