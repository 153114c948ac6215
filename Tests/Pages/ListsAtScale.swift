// SPDX-License-Identifier: MIT

import RunnelPersistence

/// An element that counts comparisons.
private struct ComparedRow: Identifiable, Sendable, Equatable {
  static let comparisons = Counter()
  let id: Int
  var value = 0

  static func == (left: ComparedRow, right: ComparedRow) -> Bool {
    comparisons.increment()
    return left.id == right.id && left.value == right.value
  }
}

private struct Raised: Action {}
private struct RaisedFirst: Action {}
private struct Probed: Action {}

/// A state that is changed when an action reaches it.
private protocol Probe: Sendable { var isReached: Bool { get set } }

extension Probe {
  static var reducer: Reducer<Self> {
    .updating(Probed.self) { state, _ in state.isReached = true }
  }
}

/// The examples of addresses in ListsAtScale.md, and of the documentation comments about them.
@Suite struct AddressTests {
  private let clock = ManualClock()

  #snippet("Send an action to one row", 1...2)

  private struct AppState: Equatable, Sendable {
    var list = List.State(rows: [Row.State(id: 7), Row.State(id: 8)])
  }

  private let appReducer = List.reducer.scope(\AppState.list)

  @Test func `An action without an address reaches every row`() async {
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("Send an action to one row", 3)
    await store.settled()
    #expect(store.state.list.rows.map(\.isDone) == [true, true])
    store.dispatch(Row.Action.toggled, to: \.list.rows, id: 7)
    store.dispatch(List.Action.allDoneTapped)
    await store.settled(includingEffects: true)
    #expect(store.state.list.rows.map(\.isDone) == [true, true])
  }

  @Test func `A test sends and receives actions of one row`() async {
    let store = TestStore(state: AppState(), reducer: appReducer, clock: clock)
    store.handle(Row.Save.self) { _ in .once { Row.Action.saved } }
    #snippet("Send an action to one row", 4)
  }

  @Test func `The report of a row that has gone is that of the page`() async throws {
    let reports = Recorder<ActionReport>()
    let state = AppState(list: List.State(rows: [Row.State(id: 1), Row.State(id: 2)]))
    let store = Store(
      state: state, reducer: appReducer, middleware: [.reports { reports.record($0) }])
    store.dispatch(Row.Action.toggled, to: \.list.rows, id: 7)
    await store.settled()
    let reason = try #require(reports.values.first?.reasons.first)
    #expect(try Repository.text(of: Repository.page("ListsAtScale")).contains("`\(reason)`"))
    #expect(store.state == state)
  }

  @Test func `The picture shows what an address reaches`() async throws {
    struct Item: Identifiable, Probe {
      let id: Int
      var isReached = false
    }
    struct Row: Identifiable, Probe {
      let id: Int
      var isReached = false
      var items = [Item(id: 2)]
    }
    struct List: Probe {
      var isReached = false
      var rows = [Row(id: 7), Row(id: 8)]
    }
    struct Session: Probe { var isReached = false }
    struct AppState: Probe {
      var isReached = false
      var session = Session()
      var list = List()
      var archive = List()
    }

    let row = Reducer<Row> {
      Row.reducer
      Item.reducer.forEach(\.items)
    }
    let list = Reducer<List> {
      List.reducer
      row.forEach(\.rows)
    }
    let store = Store(
      state: AppState(),
      reducer: Reducer {
        AppState.reducer
        Session.reducer.scope(\.session)
        list.scope(\.list)
        list.scope(\.archive)
      })
    store.dispatch(Probed(), to: \.list.rows, id: 7)
    await store.settled()
    let state = store.state
    let reached: [any Probe] = [
      state, state.session, state.list, state.list.rows[0], state.list.rows[0].items[0],
      state.list.rows[1], state.archive, state.archive.rows[0],
    ]
    let page = try Repository.text(of: Repository.page("ListsAtScale"))
    let picture = try #require(page.firstMatch(of: #/```text\n(.*?)\n```/#.dotMatchesNewlines()))
    #expect(
      reached.map(\.isReached) == picture.1.split(separator: "\n").map { $0.contains("reached") })
  }

  private enum Side: Hashable, Sendable { case left, right }

  private enum Player {
    struct State: Equatable, Sendable { var isPlaying = false }
    enum Action: Runnel.Action { case started, paused }

    static let reducer = Reducer<State>.updating(Action.self) { state, action in
      state.isPlaying = action == .started
    }
  }

  private func startPlayer(on store: Store<Player.State>) {}

  @Test func `Two players don't receive each other's actions`() async {
    struct AppState: Equatable, Sendable {
      var left = Player.State()
      var right = Player.State()
    }
    #snippet("Use a feature twice")
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("Use a feature twice", 2)
    #snippet("Store+Scope.swift", 4)
    await store.settled()
    #expect(store.state == AppState(left: Player.State(isPlaying: true)))
  }

  @Test func `The examples of the comments reach one row`() async {
    let listReducer: Reducer<List.State> = {
      #snippet("Reducer+Scope.swift", 7)
      return listReducer
    }()
    var state = List.State(rows: [Row.State(id: 7), Row.State(id: 8)])
    #snippet("Reducer.swift", 6)
    listReducer.reduce(&state, Row.Action.deleteTapped, to: \.rows, id: 8)
    #expect(state.rows.map(\.isDone) == [true])

    let test = TestStore(
      state: List.State(rows: [Row.State(id: 7), Row.State(id: 8)]), reducer: List.reducer,
      clock: clock)
    test.handle(Row.Save.self) { _ in .once { Row.Action.saved } }
    #snippet("TestStore+Steps.swift")
    await test.send(Row.Action.noteTyped("tea"), to: \.rows, id: 7) { $0.rows[0].note = "tea" }
    await clock.advance(by: .seconds(1))
    #snippet("TestStore+Steps.swift", 2)
    await test.finish()
  }

  @Test func `The examples of stores and effects reach one row`() async {
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("Store+Elements.swift", 2)
    do {
      #snippet("Store+Scope.swift", 5)
    }
    await store.settled(includingEffects: true)
    #expect(store.state.list.rows.map(\.isDone) == [false, true])

    func toggle(_ state: List.State) -> EffectOf<List.Action> {
      #snippet("Effect.swift", 7)
    }
    store.scope(\.list, accepting: List.Action.self).dispatch(.allDoneTapped)
    await store.settled(includingEffects: true)
    #expect(store.state.list.rows.map(\.isDone) == [true, true])
  }

  @Test func `The example of Addressed explores the rows`() async {
    let state = List.State(rows: [Row.State(id: 7), Row.State(id: 8)])
    await explore(state: state, reducer: List.reducer, runs: 10) { random, state in
      #snippet("Explore.swift", 2)
    } holds: { before, _, after in
      zip(before.rows, after.rows).count { $0 != $1 } == 1
    }
  }
}

/// The snippets and the figures of ListsAtScale.md about large lists.
@Suite(.serialized) struct ListsAtScaleTests {
  enum Threads {
    struct Row: Codable, Equatable, Sendable, Identifiable {
      let id: Int
      var date: Int
      var isRead = false
      var revision = 0
    }

    struct Page: Equatable, Sendable {
      var rows: [Row]
      var next: String?
      var revision = 0
    }

    #snippet("Store rows by ID")

    enum Action: Runnel.Action, Equatable {
      case reloaded, reachedEnd
      case loaded(Page, isFirst: Bool)
      case failed
      case changed(Row)
      case searched(String), found(text: String, [Row])
    }

    struct MarkedRead: Runnel.Action {}

    enum Command: Runnel.Command, Equatable {
      case load(cursor: String?)
      case search(String)
    }

    enum ID { case loading, search }

    static let reducer = Reducer<State> {
      Reducer<Row>.updating(MarkedRead.self) { row, _ in row.isRead = true }.forEach(\.rows)
      Reducer.on(Action.self) { state, action in
        switch action {
        case .reloaded: return state.load(nil)
        case .reachedEnd:
          guard !state.isLoading, let cursor = state.nextCursor else { return .none }
          return state.load(cursor)
        case .loaded(let page, let isFirst): state.add(page, isFirst)
        case .failed: state.isLoading = false
        case .changed(let row): state.change(row)
        case .searched(let text): return state.search(for: text)
        case .found(let text, let rows):
          if text == state.search.text { state.search.hits = Entities(rows) }
        }
        return .none
      }
    }
  }

  private static func rows(_ count: Int = 10_000) -> Entities<Threads.Row> {
    Entities((0..<count).map { Threads.Row(id: $0, date: (count - $0) * 10) })
  }

  private func observe(
    _ store: Store<Threads.State>, _ disposer: Disposer, show: @escaping @Sendable ([Int]) -> Void,
    draw: @escaping @Sendable (Threads.Row) -> Void
  ) {
    #snippet("Observe the IDs and each visible row")
    for id in 0..<30 {
      #snippet("Observe the IDs and each visible row", 2)
    }
  }

  @Test func `The comparisons for one changed row are counted`() async {
    let count = 10_000
    let reducer = Reducer<Entities<ComparedRow>> {
      Reducer<ComparedRow>.updating(Raised.self) { row, _ in row.value += 1 }.forEach(\.self)
      Reducer.updating(RaisedFirst.self) { rows, _ in rows[0].value += 1 }
    }
    func comparisons(
      ofRaising id: Int?, observing observe: (Store<Entities<ComparedRow>>) -> [Disposable?]
    ) async -> Int {
      let store = Store(state: Entities((0..<count).map { ComparedRow(id: $0) }), reducer: reducer)
      let observers = observe(store)
      await store.settled()
      ComparedRow.comparisons.reset()
      if let id {
        store.dispatch(Raised(), to: \.self, id: id)
      } else {
        store.dispatch(RaisedFirst())
      }
      await store.settled()
      return withExtendedLifetime(observers) { ComparedRow.comparisons.value }
    }
    let visible = { (store: Store<Entities<ComparedRow>>) in
      (0..<30).map { store.scope(\.self, id: $0)?.observe { _ in } }
    }
    #expect(await comparisons(ofRaising: 9, observing: visible) == 1)
    #expect(await comparisons(ofRaising: nil, observing: visible) == 1)
    #expect(await comparisons(ofRaising: count - 1) { [$0.observe { _ in }] } == count)
    #expect(await comparisons(ofRaising: count - 1) { [$0.scope(\.ids).observe { _ in }] } == 0)
  }

  @Test func `A row finds its place with 14 comparisons`() {
    var state = Threads.State(rows: Self.rows())
    Threads.Row.comparisons.reset()
    state.place(Threads.Row(id: -1, date: 55_555))
    #expect(Threads.Row.comparisons.value <= 14)
    #expect(state.rows.index(id: -1) == 4_445)
  }

  @Test func `A save writes the rows that have changed`() async throws {
    let database = MemoryEntityStorage()
    let clock = ManualClock()
    #snippet("Save changed rows")

    func written(after action: Threads.Action?) async throws -> Int {
      let before = database.writtenRowCount
      if let action {
        store.dispatch(action)
      } else {
        store.dispatch(Threads.MarkedRead(), to: \.rows, id: 5_000)
      }
      try await saving.flush()
      return database.writtenRowCount - before
    }
    func loaded(_ rows: some Sequence<Threads.Row>) -> Threads.Action {
      .loaded(Threads.Page(rows: Array(rows)), isFirst: false)
    }
    let page = (0..<50).map { Threads.Row(id: 20_000 + $0, date: 5 - $0) }
    let inserted = Threads.Row(id: -1, date: 55_555, revision: 1)
    let moved = Threads.Row(id: 9_000, date: 999_999, revision: 1)
    #expect(try await written(after: loaded(Self.rows())) == 10_000)
    #expect(try await written(after: nil) == 1)
    #expect(try await written(after: .changed(inserted)) == 1)
    #expect(try await written(after: .changed(moved)) == 1)
    #expect(try await written(after: loaded(page)) == 50)
    await saving.discard()
  }

  @Test func `Pages and a search`() async {
    let clock = ManualClock()
    let store = TestStore(
      state: Threads.State(), reducer: Threads.reducer, clock: clock, exhaustivity: .off
    ).accepting(Threads.Action.self)
    let (first, second) = (Threads.Row(id: 1, date: 20), Threads.Row(id: 3, date: 5))
    let spy = CommandSpy(Threads.Command.self, sending: Threads.Action.self) { command in
      .once {
        switch command {
        case .load(nil):
          .loaded(Threads.Page(rows: [first], next: "20"), isFirst: true)
        case .load: .loaded(Threads.Page(rows: [second]), isFirst: false)
        case .search(let text): .found(text: text, [second])
        }
      }
    }
    store.handle(with: spy)
    await store.send(.reloaded)
    await store.expect(\.nextCursor, "20")
    // Below the loaded rows: it comes with its page.
    await store.send(.changed(Threads.Row(id: 3, date: 5, revision: 1)))
    await store.expect(\.rows, [first])
    await store.send(.reachedEnd)
    await store.expect(\.rows, [first, second])
    await store.send(.reachedEnd)
    await store.send(.searched("o"))
    await store.send(.searched("ot"))
    await clock.advance(by: .milliseconds(300))
    await store.expect(\.search.hits, [second])
    let changed = Threads.Row(id: 3, date: 5, isRead: true, revision: 1)
    await store.send(.changed(changed)) { $0.rows[id: 3] = changed }
    await store.expect(\.search.hits, [changed])
    #expect(spy.commands == [.load(cursor: nil), .load(cursor: "20"), .search("ot")])
    await store.finish()
  }

  @Test func `Rows stay in order and never become older`() async {
    await explore(state: Threads.State(), reducer: Threads.reducer) { random in
      let row = Threads.Row(
        id: random.int(in: 0...4), date: random.int(in: 0...9), revision: random.int(in: 0...9))
      return random.oneOf(
        Threads.Action.changed(row), .loaded(Threads.Page(rows: [row], next: "0"), isFirst: false),
        .reloaded, .reachedEnd)
    } holds: { before, _, after in
      let rows = after.rows
      let isSorted = zip(rows, rows.dropFirst()).allSatisfy { $0.isAbove($1) }
      let isNewer = rows.allSatisfy { $0.revision >= before.rows[id: $0.id]?.revision ?? 0 }
      return isSorted && isNewer
    }
  }
}

extension ListsAtScaleTests.Threads.Row {
  static let comparisons = Counter()

  /// The order of the list: the newest first.
  func isAbove(_ other: Self) -> Bool {
    Self.comparisons.increment()
    return date != other.date ? date > other.date : id < other.id
  }
}

extension ListsAtScaleTests.Threads.State {
  typealias Threads = ListsAtScaleTests.Threads
  typealias Row = Threads.Row

  mutating func load(_ cursor: String?) -> EffectOf<Threads.Action> {
    isLoading = true
    return .perform(Threads.Command.load(cursor: cursor))
      .catch { _ in .failed }
      .cancellable(id: Threads.ID.loading, cancelInFlight: true)
  }

  #snippet("Load pages with a cursor")
  #snippet("Insert changed rows in order", 1...2)

  mutating func search(for text: String) -> EffectOf<Threads.Action> {
    search = Threads.Search(text: text)
    guard !text.isEmpty else { return .cancel(id: Threads.ID.search) }
    return .perform(Threads.Command.search(text))
      .catch { _ in .none }
      .debounce(id: Threads.ID.search, for: .milliseconds(300))
      .cancellable(id: Threads.ID.search, cancelInFlight: true)
  }
}
