// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

/// A store used a concurrent queue as its own queue, ran reducers at the same time, and crashed.
///
/// A queue that is passed to a store is now the target of the store's private serial queue.
@Suite struct Pitfall10ConcurrentQueues {
  private struct Step: Action {
    let thread: Int
    let number: Int
  }

  private static let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)

  static let queues: [DispatchQueue] = [
    .global(), .global(qos: .background), .main, concurrent, DispatchQueue(label: "serial"),
    DispatchQueue(label: "serial on concurrent", target: concurrent),
  ]

  @Test(arguments: queues)
  func `Pitfall 10: reducers on any queue run one at a time, in dispatch order`(
    queue: DispatchQueue
  ) async {
    let detector = OverlapDetector()
    let store = Store(
      state: [[Int]](repeating: [], count: 4),
      reducer: { state, action in
        guard let step = action as? Step else { return }
        detector.run { state[step.thread].append(step.number) }
      }, queue: queue)
    let counts = store.recordValues { $0.map(\.count).reduce(0, +) }
    await onThreads(4) { thread in
      for number in 0..<500 { store.dispatch(Step(thread: thread, number: number)) }
    }
    await store.settled()
    #expect(detector.overlaps == 0)
    for numbers in store.state { #expect(numbers == Array(0..<500)) }
    #expect(counts.values == Array(0...2_000))
  }

  @Test(arguments: queues)
  func `Contract 4: two stores on one queue stay correct while other work shares it`(
    queue: DispatchQueue
  ) async {
    let detectors = [OverlapDetector(), OverlapDetector()]
    let stores = (0..<2).map { index in
      Store(state: 0, reducer: { state, _ in detectors[index].run { state += 1 } }, queue: queue)
    }
    let group = DispatchGroup()
    let other = Counter()
    await onThreads(3) { thread in
      for _ in 0..<1_000 {
        if thread < 2 {
          stores[thread].dispatch(AppAction.nothing)
        } else {
          queue.async(group: group) { other.increment() }
        }
      }
    }
    for store in stores { await store.settled() }
    await onThread { group.wait() }
    #expect(stores.map(\.state) == [1_000, 1_000])
    #expect(detectors.map(\.overlaps) == [0, 0])
    #expect(other.value == 1_000)
  }

  @Test(arguments: [concurrent, DispatchQueue(label: "target")])
  func `Contract 4: the queue of a store is the target of its private queue`(
    queue: DispatchQueue
  ) async {
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let store = Store(
      state: [Bool](),
      reducer: { state, _ in state.append(DispatchQueue.getSpecific(key: key) == true) },
      queue: queue)
    let callsOnTarget = store.recordActions { _, _ in DispatchQueue.getSpecific(key: key) == true }
    for _ in 0..<100 { store.dispatch(AppAction.nothing) }
    await store.settled()
    #expect(store.state == Array(repeating: true, count: 100))
    #expect(callsOnTarget.values == store.state)
  }
}
