// SPDX-License-Identifier: MIT

import RunnelPersistence

/// The list of the article on lists at scale.
enum ListsExamples {
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
}

extension ListsExamples.Threads.Row {
  static let comparisons = Counter()

  /// The order of the list: the newest first.
  func isAbove(_ other: Self) -> Bool {
    Self.comparisons.increment()
    return date != other.date ? date > other.date : id < other.id
  }
}

extension ListsExamples.Threads.State {
  typealias Threads = ListsExamples.Threads
  typealias Row = Threads.Row

  #snippet("Load pages with a cursor")

  #snippet("Insert changed rows in order")

  #snippet("Insert changed rows in order", 2)

  #snippet("Search apart from the list")
}

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
  private typealias Threads = ListsExamples.Threads
  private let disposer = Disposer()

  private static func rows(_ count: Int = 10_000) -> Entities<Threads.Row> {
    Entities((0..<count).map { Threads.Row(id: $0, date: (count - $0) * 10) })
  }

  @Test func `A list observes IDs, and each visible row its own scope`() async {
    let store = Store(state: Threads.State(rows: Self.rows()), reducer: Threads.reducer)
    let shown = ValueRecorder<Int>()
    let changed = ValueRecorder<Int>()
    func show(_ ids: [Int]) { shown.record(ids.count) }
    func draw(_ row: Threads.Row) { changed.record(row.id) }
    #snippet("Observe the IDs and each visible row")
    for id in 0..<30 {
      #snippet("Observe the IDs and each visible row", 2)
    }
    await store.settled()
    #expect(changed.count == 30)

    store.dispatch(Threads.MarkedRead(elementID: 7))
    await store.settled()
    #expect(store.state.rows[id: 7]?.isRead == true)
    #expect(shown.values == [10_000])
    #expect(changed.values.dropFirst(30) == [7])
    disposer.dispose()
  }

  @Test func `The comparisons for one changed row are counted`() async {
    let count = 10_000
    let reducer = Reducer<Entities<ComparedRow>> {
      Reducer<ComparedRow>.updating(Raised.self) { row, _ in row.value += 1 }.forEach(\.self)
      Reducer.updating(RaisedFirst.self) { rows, _ in rows[0].value += 1 }
    }
    func comparisons(
      _ action: some Action, observing observe: (Store<Entities<ComparedRow>>) -> Void
    ) async -> Int {
      let store = Store(state: Entities((0..<count).map { ComparedRow(id: $0) }), reducer: reducer)
      observe(store)
      await store.settled()
      ComparedRow.comparisons.reset()
      await store.settle(after: action)
      disposer.dispose()
      return ComparedRow.comparisons.value
    }
    let visible = { @Sendable [disposer] (store: Store<Entities<ComparedRow>>) in
      for id in 0..<30 {
        store.scope(\.self, id: id)?.observe { _ in }.dispose(on: disposer)
      }
    }
    let element = await comparisons(Raised(elementID: 9), observing: visible)
    let list = await comparisons(RaisedFirst(), observing: visible)
    let whole = await comparisons(Raised(elementID: count - 1)) { store in
      store.observe { _ in }.dispose(on: disposer)
    }
    let ids = await comparisons(Raised(elementID: count - 1)) { store in
      store.scope(\.ids).observe { _ in }.dispose(on: disposer)
    }
    #expect([element, list, whole, ids] == [1, 1, count, 0])
  }

  @Test func `A row finds its place with 14 comparisons, and an old one is ignored`() {
    var state = Threads.State(rows: Self.rows())
    Threads.Row.comparisons.reset()
    state.place(Threads.Row(id: -1, date: 55_555, revision: 2))
    #expect(Threads.Row.comparisons.value <= 14)
    #expect(state.rows.index(id: -1) == 4_445)

    state.place(Threads.Row(id: -1, date: 99, revision: 1))
    #expect(state.rows.index(id: -1) == 4_445)
    state.place(Threads.Row(id: -1, date: 999_999, revision: 3))
    #expect(state.rows.index(id: -1) == 0)
    #expect(state.rows.count == 10_001)
  }

  @Test func `A save writes the rows that have changed`() async throws {
    let database = MemoryEntityStorage()
    let clock = ManualClock()
    do {
      let empty = Store(state: Threads.State(rows: Self.rows()), reducer: Threads.reducer)
      let rows = StoredEntities(in: database, of: Threads.Row.self)
      let saving = empty.persist(\.rows, to: rows, replacingContents: true)
      empty.dispatch(Threads.MarkedRead(elementID: 0))
      try await saving.flush()
      #expect(database.writtenRowCount == 10_000)
    }

    #snippet("Save changed rows")

    func written(after action: some Action) async throws -> Int {
      let before = database.writtenRowCount
      store.dispatch(action)
      try await saving.flush()
      return database.writtenRowCount - before
    }
    #expect(store.state.rows.count == 10_000)
    let changed = try await written(after: Threads.MarkedRead(elementID: 5_000))
    let inserted = try await written(
      after: Threads.Action.changed(Threads.Row(id: -1, date: 55_555, revision: 1)))
    let moved = try await written(
      after: Threads.Action.changed(Threads.Row(id: 9_000, date: 999_999, revision: 1)))
    let page = try await written(
      after: Threads.Action.loaded(
        Threads.Page(rows: (0..<50).map { Threads.Row(id: 20_000 + $0, date: 5 - $0) }),
        isFirst: false))
    #expect([changed, inserted, moved, page] == [1, 1, 1, 50])
    await saving.discard()
  }

  @Test func `Pages, a reload and a search`() async {
    let clock = ManualClock()
    let store = TestStore(state: Threads.State(), reducer: Threads.reducer, clock: clock)
      .accepting(Threads.Action.self)
    let first = Threads.Page(
      rows: [Threads.Row(id: 1, date: 20), Threads.Row(id: 2, date: 10)], next: "10")
    let second = Threads.Page(rows: [Threads.Row(id: 3, date: 5)])
    let spy = CommandSpy(Threads.Command.self) { command in
      switch command {
      case .load(let cursor):
        .once {
          Threads.Action.loaded(cursor == nil ? first : second, isFirst: cursor == nil)
        }
      case .search(let text): .once { Threads.Action.found(text: text, second.rows) }
      }
    }
    store.handle(with: spy)
    await store.send(.reloaded) { $0.isLoading = true }
    await store.receive(.loaded(first, isFirst: true)) {
      $0.isLoading = false
      $0.rows = Entities(first.rows)
      $0.nextCursor = "10"
    }
    // Below the loaded rows: it comes with its page.
    await store.send(.changed(Threads.Row(id: 3, date: 5, revision: 1)))
    await store.send(.reachedEnd) { $0.isLoading = true }
    await store.receive(.loaded(second, isFirst: false)) {
      $0.isLoading = false
      $0.rows.upsert(second.rows[0])
      $0.nextCursor = nil
    }
    await store.send(.reachedEnd)
    await store.send(.searched("o")) { $0.search.text = "o" }
    await store.send(.searched("ot")) { $0.search.text = "ot" }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.found(text: "ot", second.rows)) {
      $0.search.hits = Entities(second.rows)
    }
    await store.send(.found(text: "o", []))
    await store.send(.changed(Threads.Row(id: 3, date: 5, isRead: true, revision: 1))) {
      $0.rows[id: 3] = Threads.Row(id: 3, date: 5, isRead: true, revision: 1)
      $0.search.hits[id: 3] = $0.rows[id: 3]
    }
    await store.send(.searched("")) { $0.search = Threads.Search() }
    #expect(spy.commands == [.load(cursor: nil), .load(cursor: "10"), .search("ot")])
    await store.finish()
  }

  @Test func `Rows stay in order and never become older`() async {
    #snippet("Test the order of rows")
  }
}
