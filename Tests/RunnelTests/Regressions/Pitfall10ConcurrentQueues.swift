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
  func
    `Contract 4: stores on any queue reduce in order while other work shares it (Pitfall 10)`(
      queue: DispatchQueue
    ) async
  {
    let detectors = [OverlapDetector(), OverlapDetector()]
    let stores = detectors.map { detector in
      Store(
        state: [[Int]](repeating: [], count: 2),
        reducer: { state, action in
          guard let step = action as? Step else { return }
          detector.run { state[step.thread].append(step.number) }
        }, queue: queue)
    }
    let counts = stores.map { $0.recordValues { $0.map(\.count).reduce(0, +) } }
    let group = DispatchGroup()
    let other = Counter()
    await onThreads(5) { thread in
      for number in 0..<500 {
        if thread < 4 {
          stores[thread % 2].dispatch(Step(thread: thread / 2, number: number))
        } else {
          queue.async(group: group) { other.increment() }
        }
      }
    }
    for store in stores { await store.settled() }
    await onThread { group.wait() }
    #expect(detectors.map(\.overlaps) == [0, 0])
    for numbers in stores.flatMap(\.state) { #expect(numbers == Array(0..<500)) }
    for count in counts { #expect(count.values == Array(0...1_000)) }
    #expect(other.value == 500)
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
