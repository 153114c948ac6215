// SPDX-License-Identifier: MIT

import Observation
import RunnelObservation

/// The examples for users of `@Observable` objects.
@Suite struct MigratingFromObservableTests {
  let disposer = Disposer()

  typealias Row = FromObservable.Row
  typealias Todos = FromObservable.Todos
  typealias Detail = Features.Detail

  struct AppState: Equatable, Sendable {
    var todos = Todos.State()
    var detail: Detail.State? = Detail.State()
  }

  private let appReducer = {
    #snippet("Equivalents", 2)
    return appReducer
  }()

  private func makeStore(
    _ load: @escaping @Sendable () async throws -> [Row.State]
  ) -> Store<AppState> {
    #snippet("Equivalents", 3)
    return store
  }

  @Test func `The store loads rows, and the app handles the action of a row`() async {
    let store = makeStore { [Row.State(id: 7), Row.State(id: 8, isDone: true)] }
    await store.dispatchAndWait(Todos.Action.refreshTapped)
    #snippet("Equivalents", 4)
    #expect(store.state.todos.open == 1)
    row?.dispatch(Row.Action.toggled)
    row?.dispatch(Row.Action.closeTapped)
    await store.settled()
    #expect(store.state.todos.open == 0)
    #expect(store.state.detail == nil)
  }

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

  @Sendable private func loadCount() async throws -> Int { 5 }

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
