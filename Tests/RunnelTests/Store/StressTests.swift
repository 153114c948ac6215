// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct StressTests {
  private struct Slices: Sendable {
    struct Ten: Sendable {
      var values = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }

    var tens = (Ten(), Ten(), Ten(), Ten(), Ten(), Ten(), Ten(), Ten(), Ten(), Ten())

    static let outer: [any KeyPath<Slices, Ten> & Sendable] = [
      \.tens.0, \.tens.1, \.tens.2, \.tens.3, \.tens.4,
      \.tens.5, \.tens.6, \.tens.7, \.tens.8, \.tens.9,
    ]
    static let inner: [any KeyPath<Ten, Int> & Sendable] = [
      \.values.0, \.values.1, \.values.2, \.values.3, \.values.4,
      \.values.5, \.values.6, \.values.7, \.values.8, \.values.9,
    ]
  }

  private struct Step: Action { let slice: Int }

  @Test(
    "Contract 2, 11, 14, 28: 100,000 actions from four threads, 10,000 observers on 100 slices")
  func manyObservers() async {
    let actionsPerThread = 25_000
    let store = Store(state: Slices()) { state, action in
      guard let step = action as? Step, step.slice >= 0 else { return }
      withUnsafeMutableBytes(of: &state) { $0.bindMemory(to: Int.self)[step.slice] += 1 }
    }
    let tracker = LifetimeTracker()
    // Each observer's last value, and whether one ever came out of order.
    let isOutOfOrder = Counter()
    let last = Locked([Int](repeating: -1, count: 10_000))
    var tokens: [Disposable] = []
    for index in 0..<10_000 {
      let slice = index % 100
      let scope = store.scope(Slices.outer[slice / 10]).scope(Slices.inner[slice % 10])
      let life = tracker.token()
      tokens.append(
        scope.observe { value in
          life.touch()
          let before = last.withLock { last in
            defer { last[index] = value }
            return last[index]
          }
          if value != before + 1 { isOutOfOrder.increment() }
        })
    }
    #expect(store.engine.watches.count == 100)
    await store.settled()
    let evaluations = store.engine.evaluations
    await onThreads(4) { thread in
      for number in 0..<actionsPerThread {
        // Only every tenth action changes a slice that is observed a hundred times: the rest is there
        // to be passed over.
        store.dispatch(Step(slice: number % 10 == 0 ? (number / 10 + thread) % 100 : -1))
      }
    }
    await store.settled()
    #expect(isOutOfOrder.value == 0)
    #expect(last.withLock { $0.reduce(0, +) } == 4 * actionsPerThread / 10 * 100)
    #expect(store.engine.evaluations - evaluations == 4 * actionsPerThread / 10)
    tokens.removeAll()
    #expect(tracker.aliveCount == 0)
    #expect(store.connections.isEmpty)
    #expect(store.engine.registry.count == 1)
    #expect(store.engine.watches.isEmpty)
  }

  @Test("Contract 14: scopes, observers and stores that come and go leave nothing behind")
  func comingAndGoing() async {
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
        if thread == 0 { store.waitUntilSettled() }
      }
    }
    // What is still on its way ends by itself: wait for the queues that carry it.
    await tracker.allReleased()
    #expect(tracker.aliveCount == 0)
  }
}
