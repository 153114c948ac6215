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
    #snippet("Compose features in an app", 4)
    _ = counter
  }

  @MainActor private final class Navigator {
    func showSearch(_ isShown: Bool) {}
    func show(_ label: HitsLabel) {}
  }

  @MainActor private func show(on navigator: Navigator, _ store: Store<AppState>) async {
    #snippet("Optional, enum and collection state")
    #snippet("Optional, enum and collection state", 2)
  }

  private struct SearchProps: Equatable {
    var query = ""
    var onType = Callback<String> { _ in }
  }

  private #snippet("Use a store of one action type", 2)

  @MainActor private func narrow(_ store: Store<AppState>, _ field: ViewRecorder<SearchProps>) {
    do {
      #snippet("Use a store of one action type")
    }
    #snippet("Use a store of one action type", 3)
  }

  private func derive(
    from store: Store<AppState>, _ bonusReducer: Reducer<CounterFeature.State>
  ) -> Store<[Int]> {
    #snippet("Derive a value from several slices")
    #snippet("Derive a value from several slices", 2)
    #snippet("Add reducers at run time")
    plugin.dispose()
    return first
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
    #snippet("Test and preview a feature")
  }

  @MainActor private func preview() -> HitsLabel {
    #snippet("Test and preview a feature", 2)
    return label
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

  struct AppState: Equatable, Sendable {
    var session = Session.State()
    var inbox = Inbox.State()
    var draft: Search.State?
    var rows = Features.rows
  }

  enum Search {
    struct State: Equatable, Sendable { var author = "" }
    static let reducer = Reducer<StateReading<State, User>> {}
  }

  private typealias Draft = Search

  private enum Row { static let reducer = Reducer<StateReading<Features.Row.State, User>> {} }

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
    let (header, mail) = (Header(), Mail())
    #snippet("Read a value that another feature owns", 2)
    #snippet("Read a value that another feature owns", 3)
    inbox.dispatch(Inbox.Action.sent("hi"))
    store.dispatch(Session.Renamed(name: "Bo"))
    await store.settled(includingEffects: true)
    header.queue.sync {}
    #expect(header.received.values == ["Ada, 0 messages", "Ada, 1 messages", "Bo, 1 messages"])
  }

  private func read(from store: Store<AppState>) {
    _ = Reducer<AppState> {
      #snippet("Read a value that another feature owns", 4)
    }
    #snippet("Read a value that another feature owns", 5)
    _ = row
  }
}

/// The examples of the documentation comments.
struct ReadingDocComments {
  private typealias User = SharedStateTests.User
  private typealias Search = SharedStateTests.Search
  private enum Row { static let reducer = Reducer<StateReading<Features.Row.State, User>> {} }

  private struct Message: Equatable, Sendable {
    init(from author: String, _ text: String) {}
  }

  private #snippet("StateReading.swift")

  private struct AppState: Equatable, Sendable {
    var user = User()
    var inbox = Inbox.State()
    var search: Search.State?
    var rows = Features.rows
  }

  private final class InboxView: ServiceComponent {
    let disposer = Disposer()
    var props = ""
  }

  private func read(from store: Store<AppState>, _ view: InboxView) {
    _ = Reducer<AppState> {
      #snippet("Reducer+Reading.swift")
      #snippet("Reducer+Reading.swift", 2)
    }
    #snippet("Store+Reading.swift")
    #snippet("Store+Reading.swift", 2)
    _ = row
  }
}
