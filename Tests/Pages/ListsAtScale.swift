// SPDX-License-Identifier: MIT

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

/// The examples of addresses in ListsAtScale.md, and of the documentation comments about them.
@Suite struct AddressTests {
  private let clock = ManualClock()

  #snippet("Send an action to one row", 1...2)

  private struct AppState: Equatable, Sendable {
    var list = List.State(rows: [Row.State(id: 7), Row.State(id: 8)])
  }

  private let appReducer = List.reducer.scope(\AppState.list)

  private func send(to store: Store<AppState>) { #snippet("Send an action to one row", 3) }

  @Test func `A test sends and receives actions of one row`() async {
    let store = TestStore(state: AppState(), reducer: appReducer, clock: clock)
    store.handle(Row.Save.self) { _ in .once { Row.Action.saved } }
    #snippet("Send an action to one row", 4)
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
    #snippet("Reducer+Scope.swift", 7)
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
    do { #snippet("Store+Scope.swift", 5) }
    await store.settled(includingEffects: true)
    #expect(store.state.list.rows.map(\.isDone) == [false, true])

    func toggle(_ state: List.State) -> EffectOf<List.Action> { #snippet("Effect.swift", 7) }
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
    }

    enum Command: Runnel.Command, Equatable { case load(cursor: String?) }
    enum ID { case loading }

    static let reducer = Reducer<State>.on(Action.self) { state, action in
      switch action {
      case .reloaded: return state.load(nil)
      case .reachedEnd:
        guard !state.isLoading, let cursor = state.nextCursor else { return .none }
        return state.load(cursor)
      case .loaded(let page, let isFirst): state.add(page, isFirst)
      case .failed: state.isLoading = false
      case .changed(let row): state.change(row)
      }
      return .none
    }
  }

  private func observe(
    _ store: Store<Threads.State>, _ disposer: Disposer, show: @escaping @Sendable ([Int]) -> Void,
    draw: @escaping @Sendable (Threads.Row) -> Void
  ) {
    #snippet("Observe the IDs and each visible row")
    for id in 0..<30 { #snippet("Observe the IDs and each visible row", 2) }
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
    var state = Threads.State(
      rows: Entities((0..<10_000).map { Threads.Row(id: $0, date: (10_000 - $0) * 10) }))
    Threads.Row.comparisons.reset()
    state.place(Threads.Row(id: -1, date: 55_555))
    #expect(Threads.Row.comparisons.value <= 14)
    #expect(state.rows.index(id: -1) == 4_445)
  }

  private func save(to database: MemoryEntityStorage, _ clock: ManualClock) {
    #snippet("Save changed rows")
  }

  @Test func `A changed row below the loaded pages comes with its page`() async {
    let (first, second) = (Threads.Row(id: 1, date: 20), Threads.Row(id: 3, date: 5))
    let state = Threads.State(search: Threads.Search(text: "ot", hits: [second]))
    let store = TestStore(state: state, reducer: Threads.reducer, exhaustivity: .off)
      .accepting(Threads.Action.self)
    let spy = CommandSpy(Threads.Command.self, sending: Threads.Action.self) { command in
      .once {
        command == .load(cursor: nil)
          ? .loaded(Threads.Page(rows: [first], next: "20"), isFirst: true)
          : .loaded(Threads.Page(rows: [second]), isFirst: false)
      }
    }
    store.handle(with: spy)
    await store.send(.reloaded)
    await store.expect(\.nextCursor, "20")
    let changed = Threads.Row(id: 3, date: 5, isRead: true)
    await store.send(.changed(changed))
    await store.expect(\.rows, [first])
    await store.expect(\.search.hits, [changed])
    await store.send(.reachedEnd)
    await store.expect(\.rows, [first, second])
    await store.send(.reachedEnd)
    #expect(spy.commands == [.load(cursor: nil), .load(cursor: "20")])
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
}
