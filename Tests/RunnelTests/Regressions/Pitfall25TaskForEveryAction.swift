// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Every action made a task, also those that had no effect at all, and took 33 µs for it.
@Suite struct Pitfall25TaskForEveryAction {
  /// How many tasks a store makes for 1,000 actions, and how many effects it remembers meanwhile.
  private func tasksMade(
    by reducer: Reducer<AppState>,
    for action: any Action = AppAction.increment
  ) async -> Int {
    let workload = CountingWorkload()
    let store = Store(
      state: AppState(), reducer: reducer, workload: workload, site: CallSite())
    for _ in 0..<1_000 { store.dispatch(action) }
    await store.settled()
    let made = workload.made.value
    #expect(store.state.counter == 1_000)
    await store.settled(includingEffects: true)
    return made
  }

  private let counting = Reducer<AppState>(appReducer)

  @Test func `Pitfall 25: an action without effects makes no task`() async {
    #expect(await tasksMade(by: counting) == 0)
    #expect(
      await tasksMade(
        by: Reducer {
          counting
          Reducer.effects { _, _ -> Effect in .none }
          Reducer.effects { _, _ -> (any SideEffect)? in nil }
          Reducer.on(AppAction.self) { _, _ -> Effect in .merge(.none, .concat([])) }
          Reducer.on(Said.self) { _, _ -> Effect in .run { _ in } }
        }
        .onChange(of: \.name) { _, _, _ -> Effect in .run { _ in } }) == 0)
  }

  @Test func `Pitfall 25: sending an action and canceling make no task`() async {
    #expect(
      await tasksMade(
        by: Reducer {
          counting
          Reducer.on(AppAction.self) { _, _ -> Effect in
            .merge(.send(Said("a")), .cancel(id: "id"), .send(Said("b")).cancellable(id: "id"))
          }
        }) == 0)
  }

  @Test func `Pitfall 25: an action with an effect makes one task`() async {
    #expect(
      await tasksMade(
        by: Reducer {
          counting
          Reducer.on(AppAction.self) { _, _ -> Effect in .run { _ in } }
        }) == 1_000)
  }

  @Test func `Pitfall 25: an empty effect allocates nothing`() {
    #expect(Effect.none.kind == nil)
    #expect(Effect.merge([]).kind == nil)
    #expect(Effect.merge(.none, .none).kind == nil)
    #expect(Effect.concat(.none, .merge(.none)).kind == nil)
    #expect(Effect.none.retry(3).timeout(after: .seconds(1)).catch { _ in Said("") }.kind == nil)
  }

  @Test func `Pitfall 25: this check detects a task for each action`() async {
    #expect(
      await tasksMade(
        by: Reducer {
          counting
          // What returns an effect whether there is something to do or not.
          Reducer.effects { _, _ -> Effect in .run { _ in for _ in [Effect]() {} } }
        }) == 1_000)
  }
}

/// Counts the tasks that a store makes.
private final class CountingWorkload: EffectScheduler {
  let queue = DispatchQueue(label: "runnel.tests.workload")
  var isOnQueue: Bool { false }
  let made = Counter()

  func begin() {}

  func end() {}

  func makeTask(
    _ priority: TaskPriority?,
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    made.increment()
    return Task.detached(priority: priority, operation: body)
  }
}
