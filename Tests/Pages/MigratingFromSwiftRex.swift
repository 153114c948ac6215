// SPDX-License-Identifier: MIT

/// The examples for users of SwiftRex.
@Suite struct MigratingFromSwiftRexTests {
  let disposer = Disposer()

  typealias Search = FromSwiftRex.Search
  typealias Detail = Features.Detail
  typealias Row = Features.Row

  struct AppState: Equatable, Sendable {
    var search = Search.State()
    var detail: Detail.State? = Detail.State()
    var rows = [Row.State(id: 7), Row.State(id: 8)]
  }

  struct API: Sendable {
    func find(_ text: String) async throws -> [String] { [text] }
  }

  private let appReducer = {
    #snippet("Equivalents", 2)
    return appReducer
  }()

  private let api = API()

  private func makeStore() -> Store<AppState> {
    #snippet("Equivalents", 3)
    return store
  }

  private func observe(_ store: Store<AppState>) {
    #snippet("Equivalents", 4)
    _ = detail
  }

  private func follow(_ search: StoreOf<Search.State, Search.Action>) {
    #snippet("Equivalents", 5)
  }

  @Test func `A row receives an action alone, and the parent handles those of the search`() async {
    let store = makeStore()
    observe(store)
    await store.settled()
    #expect(store.state.rows.map(\.isDone) == [false, true])
    await store.dispatchAndWait(Search.Action.cleared)
    #expect(store.state.detail == nil)
    await store.dispatchAndWait(Search.Action.refreshed)
    #expect(store.state.search.hits == [""])
  }

  @Test func `Effects follow the state`() async {
    let clock = ManualClock()
    let store = TestStore(state: Search.State(), reducer: Search.reducer, clock: clock)
      .accepting(Search.Action.self)
    store.handle(Search.Find.self) { _ in .none }
    follow(store.store)
    await clock.advance(by: .seconds(5))
    await store.receive(.refreshed)
    disposer.dispose()
    await store.finish()
  }

  @Test func `A test store runs effects`() async {
    #snippet("Equivalents", 7)
  }
}
