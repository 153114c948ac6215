// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// An effect that was created from a closure called the closure at once, inside the reducer.
///
/// It ran even if a throttle dropped its actions: three runs, one delivery.
@Suite struct Pitfall20EffectsRunInReducer {
  private static let kinds: [@Sendable (_ started: @escaping @Sendable () -> Void) -> Effect] = [
    { started in .run { _ in started() } },
    { started in
      .callback { _, end in
        started()
        end()
      }
    },
    { started in
      .stream(
        AsyncStream<Int> {
          started()
          return nil
        }
      ) { _ in nil }
    },
    { started in .executing { _ in started() } },
  ]

  @Test(arguments: kinds.indices)
  func `Contract 29: work starts off the queue, after its action is delivered (Pitfall 20)`(
    kind: Int
  ) async {
    let course = Recorder<String>()
    let isStarted = Gate()
    let box = StoreBox<Int>()
    let started: @Sendable () -> Void = {
      course.record("started")
      if box.store?.engine.isOnQueue != false { course.record("on the queue") }
      isStarted.open()
    }
    let effect = Self.kinds[kind](started).throttle(id: "id", for: .seconds(1_000))
    let store = Store(
      state: 0,
      reducer: .on(Word.self) { count, _ in
        count += 1
        return .init(effect)
      })
    box.store = store
    let token = store.onAction { count, action in
      if action is Word { course.record("reduced \(count)") }
    }
    for _ in 0..<3 { store.dispatch(Word("go")) }
    await store.settled(includingEffects: true)
    await isStarted.opened()
    token.dispose()
    box.store = nil
    // It started once, at any time after the first action was reduced.
    #expect(course.values.first == "reduced 1")
    #expect(course.values.sorted() == ["reduced 1", "reduced 2", "reduced 3", "started"])
  }
}

/// Every action made a task, even an action without an effect, and took 33 µs.
@Suite struct Pitfall25TaskForEveryAction {
  /// Reducers, and the tasks that a store makes for one action.
  private static let reducers: [(Reducer<AppState>, tasks: Int)] = [
    (
      Reducer {
        Reducer.on { _, _ in .none }
        Reducer.on(AppAction.self) { _, _ in .merge(.none, .concatenate([])) }
        Reducer.on(Word.self) { _, _ in .run { _ in } }
      }
      .onChange(of: \.name) { _, _, _ in .run { _ in } }, 0
    ),
    (
      .on(AppAction.self) { _, _ in
        .merge(.send(Word("a")), .cancel(id: "id"), .send(Word("b")).cancellable(id: "id"))
      }, 0
    ),
    (.on(AppAction.self) { _, _ in .run { _ in } }, 1),
  ]

  @Test(arguments: reducers.indices)
  func `Pitfall 25: only an action with work for a task makes one`(index: Int) async {
    let workload = CountingWorkload()
    let (reducer, tasks) = Self.reducers[index]
    let all = Reducer<AppState> {
      Reducer.updating(appReducer)
      reducer
    }
    let store = Store(state: AppState(), reducer: all, scheduler: workload, site: CallSite())
    for _ in 0..<1_000 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(workload.made.value == 1_000 * tasks)
    #expect(store.state.counter == 1_000)
    await store.settled(includingEffects: true)
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
