// SPDX-License-Identifier: MIT

@Suite struct MigratingFromObservableTests {
  let disposer = Disposer()

  typealias Row = FromObservable.Row
  typealias Todos = FromObservable.Todos
  typealias Detail = Features.Detail

  struct AppState: Equatable, Sendable {
    var todos = Todos.State()
    var detail: Detail.State? = Detail.State()
  }

  private #snippet("Equivalents", 2)

  private func makeStore(
    _ load: @escaping @Sendable () async throws -> [Row.State]
  ) -> Store<AppState> {
    #snippet("Equivalents", 3)
    return store
  }

  private func find(in store: Store<AppState>) { #snippet("Equivalents", 4) }

  #snippet("Migrate step by step")

  @Test @MainActor func `A view that reads the old object is updated`() async {
    let store = makeStore { [] }
    let todos = TodosModel(store: store.scope(\.todos, accepting: Todos.Action.self))
    let changes = RunnelTestSupport.Counter()
    withObservationTracking {
      _ = todos.filter
    } onChange: {
      changes.increment()
    }
    todos.filter = "tea"
    #expect(todos.filter == "tea")
    #expect(changes.value == 1)
    todos.refresh()
    await store.settled(includingEffects: true)
    #expect(store.state.todos.filter == "tea")
  }

  #snippet("One feature side by side")

  @Test @MainActor func `The object loads its value`() async throws {
    #snippet("One feature side by side", 2)
    #expect(counter.count == 5)
  }

  private typealias Counter = MigratingFromTCATests.Counter

  @Test func `The store loads its value`() async {
    #snippet("One feature side by side", 4)
    #expect(store.state.count == 5)
  }
}
