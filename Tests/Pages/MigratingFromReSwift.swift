// SPDX-License-Identifier: MIT

/// The examples for users of ReSwift.
@Suite struct MigratingFromReSwiftTests {
  let disposer = Disposer()

  #snippet("Equivalents")

  private static func makeReducer() -> Reducer<AppState> {
    #snippet("Equivalents", 2)
    return appReducer
  }

  private let appReducer = makeReducer()

  @Test func `Reducers of slices are combined, and dispatch only enqueues an action`() async {
    #snippet("Equivalents", 3)
    await store.settle(after: ProfileAction.loaded("otter"))
    #expect(store.state == AppState(counter: 1, profile: Profile(name: "otter")))
  }

  private typealias CounterViewController = GettingStartedTests.CounterViewController

  @Test @MainActor func `A subscriber is a component until its disposer is disposed`() async {
    let store = Store(state: AppState(), reducer: appReducer)
    let controller = CounterViewController()
    #snippet("Equivalents", 5)
    await store.settle(after: CounterAction.incremented)
    #expect(controller.label.texts == ["0", "1"])
    #snippet("Equivalents", 6)
    await store.settle(after: CounterAction.incremented)
    #expect(controller.label.texts == ["0", "1"])
  }

  @Test func `A selected value is delivered when removeDuplicates finds a change`() async {
    let print = Printer()
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("Equivalents", 7)
    for _ in 1...10 { store.dispatch(CounterAction.incremented) }
    await store.settle(after: ProfileAction.refreshed)
    #expect(print.lines.filter { $0.hasPrefix("from") } == ["from 0 on", "from 10 on"])
    #expect(print.lines.count == 2 + 11)
  }

  @Test func `A middleware reads the state and passes on or vetoes an action`() async {
    let print = Printer()
    #snippet("Equivalents", 8)
    for _ in 1...3 { store.dispatch(CounterAction.incremented) }
    await store.settled()
    #expect(print.lines == ["incremented: 1", "incremented: 2"])
    #expect(store.state.counter == 2)
  }

  @Test func `A thunk is an effect of a reducer that reads the state first`() async {
    let fetchName: @Sendable () async throws -> String = { "otter" }
    #snippet("Equivalents", 9)
    let store = Store(state: Profile(), reducer: profileReducer)
    await store.settle(after: ProfileAction.refreshed, includingEffects: true)
    #expect(store.state == Profile(name: "otter"))
    var loading = Profile(isLoading: true)
    #expect(profileReducer.reduce(&loading, ProfileAction.refreshed).isNone)
  }

  @Test func `A thunk from outside is an effect that the caller runs`() async {
    let store = Store(state: AppState(), reducer: appReducer)
    let fetchName: @Sendable () async throws -> String = { "otter" }
    #snippet("Equivalents", 10)
    await store.wait(until: { $0.profile.name == "otter" })
    #expect(store.state.profile == Profile(name: "otter"))
  }

  @Test func `An observer can dispatch, and the action is reduced after the current one`() async {
    let store = Store(state: AppState(), reducer: appReducer)
    #snippet("Equivalents", 11)
    await store.settle(after: ProfileAction.loaded("otter"))
    await store.settled()
    #expect(store.state.counter == 1)
  }
}
