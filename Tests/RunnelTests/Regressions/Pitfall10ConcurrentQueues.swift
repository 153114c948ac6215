// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// A store took a concurrent queue for its own, ran reducers at once, and crashed.
@Suite struct Pitfall10ConcurrentQueues {
  @Test("Pitfall 10: a concurrent queue is refused, and one that leads to one is not")
  func concurrentQueues() async {
    await #expect(processExitsWith: .failure) {
      let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
      _ = Store(state: 0, reducer: { _, _ in }, queue: queue)
    }
    let target = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let store = Store(
      state: 0, reducer: { state, _ in state += 1 },
      queue: DispatchQueue(label: "serial", target: target))
    await onThreads(4) { _ in for _ in 0..<500 { store.dispatch(AppAction.nothing) } }
    await store.settled()
    #expect(store.state == 2_000)
  }

  @Test("Contract 4: the store stays correct when other work shares its queue")
  func sharedQueue() async {
    let queue = DispatchQueue(label: "shared")
    let stores = (0..<2).map { _ in
      Store(state: 0, reducer: { state, _ in state += 1 }, queue: queue)
    }
    let other = Counter()
    await onThreads(3) { thread in
      for _ in 0..<1_000 {
        if thread < 2 {
          stores[thread].dispatch(AppAction.nothing)
        } else {
          queue.async { other.increment() }
        }
      }
    }
    for store in stores { await store.settled() }
    await onThread { queue.sync {} }
    #expect(stores.map(\.state) == [1_000, 1_000])
    #expect(other.value == 1_000)
  }

  @Test("Contract 4: even if two drains could run at once, reducers would not")
  func oneDrainAtATime() async {
    // What a queue that hides that it is concurrent would do, without the check in the public `init`.
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let reducer = Reducer<Int> { count, _ in count += 1 }
    let engine = Engine(
      state: 0, queue: queue, hooks: nil, site: CallSite(), table: ReducerTable(reducer.entries))
    await onThreads(4) { _ in
      for _ in 0..<500 { engine.dispatch(AppAction.nothing, from: CallSite()) }
    }
    await withCheckedContinuation { continuation in
      engine.whenSettled(blocksMain: false) { continuation.resume() }
    }
    let node = engine.rootNode(of: Int.self)
    #expect(engine.value(of: node, as: Int.self) == 2_000)
    engine.release(node)
  }
}
