// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// Every action made a task, even an action without an effect, and took 33 µs.
@Suite struct Pitfall25TaskForEveryAction {
  /// Returns the number of tasks that a store makes for 1,000 actions.
  private func tasksMade(by reducer: Reducer<AppState>) async -> Int {
    let workload = CountingWorkload()
    let all = Reducer<AppState> {
      Reducer.updating(appReducer)
      reducer
    }
    let store = Store(state: AppState(), reducer: all, scheduler: workload, site: CallSite())
    for _ in 0..<1_000 { store.dispatch(AppAction.increment) }
    await store.settled()
    let made = workload.made.value
    #expect(store.state.counter == 1_000)
    await store.settled(includingEffects: true)
    return made
  }

  @Test func `Pitfall 25: an action without effects makes no task`() async {
    let made = await tasksMade(
      by: Reducer {
        Reducer.on { _, _ in .none }
        Reducer.on(AppAction.self) { _, _ in .merge(.none, .concatenate([])) }
        Reducer.on(Word.self) { _, _ in .run { _ in } }
      }
      .onChange(of: \.name) { _, _, _ in .run { _ in } })
    #expect(made == 0)
  }

  @Test func `Pitfall 25: sending an action and canceling make no task`() async {
    let made = await tasksMade(
      by: .on(AppAction.self) { _, _ in
        .merge(.send(Word("a")), .cancel(id: "id"), .send(Word("b")).cancellable(id: "id"))
      })
    #expect(made == 0)
  }

  @Test func `Pitfall 25: an action with an effect makes one task`() async {
    #expect(await tasksMade(by: .on(AppAction.self) { _, _ in .run { _ in } }) == 1_000)
  }

  @Test func `Pitfall 25: an empty effect allocates nothing`() {
    #expect(Effect.none.untyped.kind == nil)
    #expect(Effect.merge([]).untyped.kind == nil)
    #expect(Effect.merge(.none, .none).untyped.kind == nil)
    #expect(Effect.concatenate(.none, .merge(.none)).untyped.kind == nil)
    #expect(
      Effect.none.retry(3).timeout(after: .seconds(1)).catch { _ in Word("") }.untyped.kind == nil)
  }
}

/// Counts the tasks that a store makes.
private final class CountingWorkload: EffectScheduler {
  let queue = DispatchQueue(label: "runnel.tests.scheduler")
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
