// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

@Suite struct StressTests {
  private struct Step: Action { let slice: Int }

  @Test func `Contract 2, 11, 14, 28: 25,000 actions reach 10,000 observers of 100 slices`() async {
    let actionsPerThread = 6_250
    let outer = Ten<Ten<Counted>>.paths
    let inner = Ten<Counted>.paths
    let comparisons = Counter()
    let store = Store(state: Ten(Ten(Counted(comparisons)))) { state, action in
      guard let step = action as? Step, step.slice >= 0 else { return }
      state[keyPath: outer[step.slice / 10]][keyPath: inner[step.slice % 10]].value += 1
    }
    let tracker = LifetimeTracker()
    let outOfOrder = Counter()
    let last = Locked([Int](repeating: -1, count: 10_000))
    var tokens = (0..<10_000).map { index in
      let life = tracker.token()
      return store.scope(outer[index % 100 / 10]).scope(inner[index % 10]).observe { counted in
        life.touch()
        let before = last.withLock { last in
          defer { last[index] = counted.value }
          return last[index]
        }
        if counted.value != before + 1 { outOfOrder.increment() }
      }
    }
    #expect(store.observedSlices == 100)
    await store.settled()
    let before = store.evaluations
    comparisons.reset()
    await onThreads(4) { thread in
      for number in 0..<actionsPerThread {
        // Every tenth action changes a slice, each of which has a hundred observers.
        store.dispatch(Step(slice: number % 10 == 0 ? (number / 10 + thread) % 100 : -1))
      }
    }
    await store.settled()
    #expect(outOfOrder.value == 0)
    #expect(last.withLock { $0.reduce(0, +) } == 4 * actionsPerThread / 10 * 100)
    #expect(store.evaluations - before == 4 * actionsPerThread / 10)
    #expect(comparisons.value == 4 * actionsPerThread / 10)
    // Without this, optimized code releases the tokens before the first action.
    withExtendedLifetime(tokens) {}
    tokens.removeAll()
    #expect(tracker.aliveCount == 0)
    #expect(store.isUnused)
  }

  @Test func `Contract 9: state is read and scoped while a reducer runs (Pitfall 1)`() async {
    let store = Store(state: [[0]]) { state, action in
      state = [[(state.last?.last ?? 0) + 1], [(state.last?.last ?? 0) + 1]]
    }
    await onThreads(4) { thread in
      for _ in 0..<2_000 {
        switch thread {
        case 0: store.dispatch(AppAction.nothing)
        case 1: #expect(Set(store.state.map { $0.last ?? 0 }).count == 1)
        case 2: #expect(store.scope(\.last).state?.count == 1)
        default: store.scope { $0.count }.observe { _ in }.dispose()
        }
      }
    }
    await store.settled()
    #expect(store.state == [[2_000], [2_000]])
  }

  @Test func `Contract 14: short-lived scopes, observers and stores leave nothing behind`() async {
    let tracker = LifetimeTracker()
    await onThreads(4) { thread in
      for round in 0..<200 {
        let life = tracker.token()
        let store = Store(state: AppState()) { state, action in
          life.touch()
          appReducer(state: &state, action: action)
        }
        let disposer = Disposer()
        for index in 0..<5 {
          let life = tracker.token()
          let queue: DispatchQueue? = [nil, .global(), nil, .global(), nil][index]
          store.scope(\.profile).scope(\.title)
            .observe(on: queue, delivery: index == 3 ? .latest : .every) { _ in life.touch() }
            .dispose(on: disposer)
          store.dispatch(AppAction.retitle("\(round)"))
        }
        if thread == 0 { store.waitUntilReduced() }
      }
    }
    // Pending deliveries retain their observers for a moment.
    await tracker.allReleased()
  }
}
