// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// What `send` waits for, and where it must not wait.
@Suite struct SendingWaitsTests {
  private struct Add: Action {}

  private static func makeStore(on queue: DispatchQueue? = nil) -> Store<Int> {
    Store(state: 0, reducer: .updating(Add.self) { count, _ in count += 1 }, queue: queue)
  }

  // MARK: Stores, queues and the main thread

  @Test func `Contract 41: observers on the queues of their stores send around a ring`() async {
    let queues = (0..<3).map { DispatchQueue(label: "runnel.tests.ring \($0)") }
    let stores = queues.map { SendingWaitsTests.makeStore(on: $0) }
    let tokens = stores.indices.map { index in
      let next = stores[(index + 1) % stores.count]
      return stores[index].observe(on: queues[index]) {
        if (1..<200).contains($0) { next.send(Add()) }
      }
    }
    // Only now: an observer doesn't see what came before it.
    for store in stores { store.dispatch(Add()) }
    for store in stores { await store.wait(until: { $0 >= 200 }) }
    tokens.forEach { $0.dispose() }
  }

  @Test @MainActor
  func `Contract 41: the main thread and a queue that send to each other both go on`() async {
    let queue = DispatchQueue(label: "runnel.tests.worker")
    let ui = SendingWaitsTests.makeStore(on: .main)
    let worker = SendingWaitsTests.makeStore(on: queue)
    let token = worker.observe(on: queue) { _ in ui.send(Add()) }
    for count in 1...200 {
      queue.async { ui.send(Add()) }
      worker.send(Add())
      #expect(worker.state == count)
      await Task.yield()
    }
    await ui.wait(until: { $0 == 401 })
    token.dispose()
  }

  @Test func `Contract 41: a block on a passed queue waits for its store and for private queues`()
    async
  {
    let queue = DispatchQueue(label: "runnel.tests.passed")
    let (own, sibling) = (
      SendingWaitsTests.makeStore(on: queue), SendingWaitsTests.makeStore(on: queue)
    )
    let other = SendingWaitsTests.makeStore()
    await withCheckedContinuation { continuation in
      queue.async {
        for store in [own, sibling, other] { store.send(Add()) }
        #expect([own, sibling, other].map(\.state) == [1, 1, 1])
        continuation.resume()
      }
    }
  }

  /// Programs of stores that are observed everywhere, with senders everywhere: all of them end.
  @Test(arguments: 0..<30)
  func `Contract 37 and 41: stores, queues, threads and main that send at random all go on`(
    seed: Int
  ) async {
    var random = ModelRandom(seed: UInt64(seed), thread: 0)
    let shared: [DispatchQueue?] = [
      nil, .main, .global(), DispatchQueue(label: "runnel.tests.a"),
      DispatchQueue(label: "runnel.tests.b"),
      DispatchQueue(label: "runnel.tests.c", attributes: .concurrent),
    ]
    let places =
      shared.compactMap { $0 }.filter { $0 !== DispatchQueue.global() }
      + [DispatchQueue(label: "runnel.tests.d")]
    let stores = (0..<Int.random(in: 2...4, using: &random)).map { _ in
      SendingWaitsTests.makeStore(on: shared.randomElement(using: &random) ?? nil)
    }
    let sent = Counter()
    let tokens = (0..<Int.random(in: 2...8, using: &random)).map { _ in
      let (from, to) = (
        stores.randomElement(using: &random)!, stores.randomElement(using: &random)!
      )
      let queue = Bool.random(using: &random) ? places.randomElement(using: &random) : nil
      let delivery = Bool.random(using: &random) ? Delivery.every : .latest
      let lastValue = Int.random(in: 1...6, using: &random)
      return from.observe(on: queue, delivery: delivery) {
        guard $0 <= lastValue else { return }
        sent.increment()
        to.send(Add())
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<6 {
        let targets = (0..<5).map { _ in stores.randomElement(using: &random)! }
        let queue = places.randomElement(using: &random)!
        group.addTask {
          await withCheckedContinuation { continuation in
            queue.async {
              for store in targets {
                sent.increment()
                store.send(Add())
              }
              continuation.resume()
            }
          }
        }
      }
    }
    while stores.reduce(0, { $0 + $1.state }) < sent.value {
      for store in stores { await store.settled() }
    }
    tokens.forEach { $0.dispose() }
  }

  @Test func `Contract 41: an object that sends in its deinit can end with the drain`() async {
    final class Screen: Sendable {
      let close: @Sendable () -> Void
      init(_ close: @escaping @Sendable () -> Void) { self.close = close }
      deinit { close() }
    }
    let (isBusy, goesOn) = (Gate(), Gate())
    let (isObserving, hasEnded) = (Gate(), Gate())
    let store = SendingWaitsTests.makeStore()
    let busy = store.observe { count in
      guard count == 1 else { return }
      isBusy.open()
      goesOn.pass()
    }
    store.dispatch(Add())
    await isBusy.opened()
    do {
      let screen = Screen { store.send(Add()) }
      let token = store.scope { count in withExtendedLifetime(screen) { count } }.observe { _ in
        isObserving.open()
        hasEnded.pass()
      }
      goesOn.open()
      await isObserving.opened()
      token.dispose()
    }
    hasEnded.open()
    await store.wait(until: { $0 == 2 })
    busy.dispose()
  }

  // MARK: The main thread

  /// A view that sends once, when its props change.
  @MainActor private final class Cell: ViewComponent {
    static var (depth, deepest) = (0, 0)
    let disposer = Disposer()
    let store: Store<Int>
    private var hasSent = false
    var props = 0 {
      didSet {
        if props == 0 || hasSent { return }
        hasSent = true
        Cell.depth += 1
        Cell.deepest = max(Cell.deepest, Cell.depth)
        store.send(Add())
        Cell.depth -= 1
      }
    }

    init(_ source: Store<Int>, sendingTo store: Store<Int>) {
      self.store = store
      connect(to: source)
    }
  }

  @Test @MainActor
  func `Contract 37 and 41: a thousand views that send don't run inside each other`() {
    let store = SendingWaitsTests.makeStore()
    let cells = (0..<1_000).map { _ in Cell(store, sendingTo: store) }
    Cell.deepest = 0
    store.send(Add())
    #expect(Cell.deepest == 1)
    #expect(store.state == 1_001)
    #expect(cells.allSatisfy { $0.props == 1_001 })
  }

  @Test @MainActor
  func `Contract 37 and 41: neither do the views of a chain of stores`() {
    let stores = (0..<500).map { _ in SendingWaitsTests.makeStore() }
    let cells = stores.indices.map { index in
      Cell(stores[index], sendingTo: stores[(index + 1) % stores.count])
    }
    Cell.deepest = 0
    stores[0].send(Add())
    #expect(Cell.deepest == 1)
    #expect(cells.dropFirst().allSatisfy { $0.props == 1 })
    #expect(cells[0].props == 2)
  }

  @Test @MainActor
  func `Contract 41: a value that waits for an interval is delivered by send`() async {
    let clock = ManualClock()
    let store = Store(
      state: 0, reducer: .updating(Add.self) { count, _ in count += 1 }, clock: clock)
    let values = Recorder<Int>()
    let token = store.observe(on: .main, delivery: .latest(every: .seconds(1))) {
      values.record($0)
    }
    await store.settled()
    store.dispatch(Add())
    await store.settled()
    #expect(values.values == [0])
    store.send(Add())
    #expect(values.values == [0, 2])
    store.send(Add())
    #expect(values.values == [0, 2, 3])
    await clock.advance(by: .seconds(2))
    await store.settled()
    #expect(values.values == [0, 2, 3])
    store.dispatch(Add())
    await store.settled()
    #expect(values.values == [0, 2, 3, 4])
    token.dispose()
  }

  @Test @MainActor
  func `Contract 41: observers of the store's queue don't run on the main thread`() async {
    // Compared by identity: without a run loop, the main queue has no thread of its own.
    func thread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }
    let threads = Recorder<ObjectIdentifier>()
    let shown = Recorder<Int>()
    let store = SendingWaitsTests.makeStore()
    let token = store.observe { count in
      threads.record(ObjectIdentifier(Thread.current))
      if count == 0 { DispatchQueue.main.sync { shown.record(count) } }
    }
    await store.settled()
    #expect(shown.values == [0])
    // This call keeps its thread, so no queue can run on it meanwhile.
    let sender = thread()
    store.send(Add())
    #expect(store.state == 1)
    #expect(threads.values.count == 2)
    #expect(threads.values.last != sender)
    token.dispose()
  }

  // MARK: Actions that follow

  @Test func `Contract 41: actions that follow are reduced, whether the store is idle or busy`()
    async
  {
    let store = Store(
      state: 0,
      reducer: Reducer.on(AppAction.self) { count, action in
        switch action {
        case .increment: count += 1
        case .set: return .concatenate(.send(AppAction.increment), .send(AppAction.increment))
        default: break
        }
        return .none
      })
    await onThread {
      for round in 1...500 {
        if round.isMultiple(of: 2) { store.dispatch(AppAction.nothing) }
        store.send(AppAction.set(0))
        #expect(store.state == 2 * round)
      }
    }
  }
}
