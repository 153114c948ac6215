// SPDX-License-Identifier: MIT

/// The examples for users of the Composable Architecture.
@Suite struct MigratingFromTCATests {
  let disposer = Disposer()

  #snippet("Equivalents")

  #snippet("Equivalents", 2)

  struct FactClient: Sendable { let fetch: @Sendable (Int) async throws -> String }

  #snippet("Equivalents", 4)

  typealias Detail = Features.Detail

  #snippet("Equivalents", 5)

  #snippet("Reducers.md", "Cases of an enum")

  #snippet("Equivalents", 8)

  private let full = AppState(
    search: Search.State(), rows: [Row.State(id: 7), Row.State(id: 8)],
    screen: .detail(Detail.State()))

  @Test
  func `A feature is state, actions and a reducer, and a client is a command handler`() async {
    let client = FactClient { "\($0) is a number" }
    #snippet("Equivalents", 3)
    #expect(store.state == Counter.State(count: 1, fact: "1 is a number"))
    await store.settle(after: Counter.Action.resetTapped, includingEffects: true)
    #expect(store.state == Counter.State(count: 1))
  }

  @Test func `Scopes select properties, optionals, elements and cases`() async {
    let store = Store(state: full, reducer: appReducer)
    #snippet("Equivalents", 9)
    counter.dispatch(Counter.Action.incremented)
    search?.dispatch(Search.Action.pageTurned)
    search?.dispatch(Search.Action.typed("otter"))
    search?.dispatch(Search.Action.pageTurned)
    row?.dispatch(Row.Toggled(elementID: 7))
    detail?.dispatch(Detail.Zoomed())
    await store.settled()
    #expect(counter.state.count == 1)
    #expect(search?.state == Search.State(query: "otter", page: 1))
    #expect(row?.state.isDone == true)
    #expect(detail?.state.zoom == 2)
    #expect(store.state.rows.map(\.isDone) == [true, false])
    #expect(Store(state: AppState(), reducer: appReducer).ifPresent(\.search) == nil)
  }

  enum Map {
    struct State: Equatable, Sendable {
      var zoom = 1
    }

    struct Zoomed: Action {}

    static let reducer = Reducer<State>.updating(Zoomed.self) { map, _ in map.zoom += 1 }
  }

  #snippet("Equivalents", 11)

  @Test func `A path of screens is a stack with one reducer per case`() async throws {
    #snippet("Equivalents", 12)
    await store.settled()
    let id = try #require(store.state.path.entries.ids.first)
    #snippet("Equivalents", 13)
    await store.settled()
    #expect(map?.state.zoom == 2)
    await store.settle(after: StackAction<Step>.popToRoot)
    #expect(store.state.path.isEmpty)
  }

  @Test func `A scope is narrowed to the actions of a feature`() async {
    let store = Store(state: full, reducer: appReducer)
    #snippet("Equivalents", 10)
    await store.settled()
    #expect(counter.state.count == 1)
  }

  @Test func `State that several features share exists once`() async {
    let print = Printer()
    #snippet("Equivalents", 14)
    await store.settle(after: Counter.Action.incremented)
    #expect(Set(print.lines) == ["badge 0", "title 0 of 0", "badge 1", "title 1 of 0"])
  }

  #snippet("Equivalents", 19)

  @Test @MainActor func `A view receives its props only when they change`() async {
    let store = Store(state: Counter.State(), reducer: Counter.reducer)
    let controller = CounterViewController()
    #snippet("Equivalents", 20)
    await store.settle(after: Counter.Action.incremented, Counter.Action.factLoaded("odd"))
    #expect(controller.label.texts == ["0", "1"])
  }
}

private typealias Screen = MigratingFromTCATests.Screen
private typealias Detail = MigratingFromTCATests.Detail

#snippet("Modularity.md", "Compose features in an app", 3)

private typealias Step = MigratingFromTCATests.Step
private typealias Map = MigratingFromTCATests.Map

extension CasePath where Root == Step, Value == Detail.State {
  static var detail: Self {
    CasePath(embed: Step.detail) { if case .detail(let state) = $0 { state } else { nil } }
  }
}

extension CasePath where Root == Step, Value == Map.State {
  static var map: Self {
    CasePath(embed: Step.map) { if case .map(let state) = $0 { state } else { nil } }
  }
}
