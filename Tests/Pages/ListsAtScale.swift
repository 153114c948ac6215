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

private struct Raised: ElementAction { let elementID: Int }
private struct RaisedFirst: Action {}

/// The snippets and the figures of ListsAtScale.md.
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

    struct MarkedRead: ElementAction, Equatable { let elementID: Row.ID }

    enum Command: Runnel.Command, Equatable {
      case load(cursor: String?)
      case search(String)
    }

    enum ID { case loading, search }

    static let reducer = Reducer<State> {
      #snippet("Observe the IDs and each visible row", 3)
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
      _ action: some Action, observing observe: (Store<Entities<ComparedRow>>) -> [Disposable?]
    ) async -> Int {
      let store = Store(state: Entities((0..<count).map { ComparedRow(id: $0) }), reducer: reducer)
      let observers = observe(store)
      await store.settled()
      ComparedRow.comparisons.reset()
      await store.settle(after: action)
      return withExtendedLifetime(observers) { ComparedRow.comparisons.value }
    }
    let visible = { (store: Store<Entities<ComparedRow>>) in
      (0..<30).map { store.scope(\.self, id: $0)?.observe { _ in } }
    }
    let last = Raised(elementID: count - 1)
    #expect(await comparisons(Raised(elementID: 9), observing: visible) == 1)
    #expect(await comparisons(RaisedFirst(), observing: visible) == 1)
    #expect(await comparisons(last) { [$0.observe { _ in }] } == count)
    #expect(await comparisons(last) { [$0.scope(\.ids).observe { _ in }] } == 0)
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

    func written(after action: some Action) async throws -> Int {
      let before = database.writtenRowCount
      store.dispatch(action)
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
    #expect(try await written(after: Threads.MarkedRead(elementID: 5_000)) == 1)
    #expect(try await written(after: Threads.Action.changed(inserted)) == 1)
    #expect(try await written(after: Threads.Action.changed(moved)) == 1)
    #expect(try await written(after: loaded(page)) == 50)
    await saving.discard()
  }

  @Test func `Pages and a search`() async {
    let clock = ManualClock()
    let store = TestStore(
      state: Threads.State(), reducer: Threads.reducer, clock: clock, exhaustivity: .off
    ).accepting(Threads.Action.self)
    let (first, second) = (Threads.Row(id: 1, date: 20), Threads.Row(id: 3, date: 5))
    let spy = CommandSpy(Threads.Command.self) { command in
      .once {
        switch command {
        case .load(nil):
          Threads.Action.loaded(Threads.Page(rows: [first], next: "20"), isFirst: true)
        case .load: Threads.Action.loaded(Threads.Page(rows: [second]), isFirst: false)
        case .search(let text): Threads.Action.found(text: text, [second])
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
    #snippet("Test the order of rows")
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

  #snippet("Load pages with a cursor")
  #snippet("Insert changed rows in order")
  #snippet("Insert changed rows in order", 2)
  #snippet("Search apart from the list")
}
