// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import RunnelTestSupport
import RunnelTesting
import Testing

@testable import Runnel

/// What `send` waits for, and where it must not wait.
@Suite struct SendingWaitsTests {
  private let disposer = Disposer()

  @Test func `Contract 41: a block on a passed queue waits for private queues, too`() async {
    let queue = DispatchQueue(label: "runnel.tests.passed")
    let stores = [makeAdder(on: queue), makeAdder(on: queue), makeAdder()]
    await run(on: queue) {
      for store in stores { store.send(Add()) }
      #expect(stores.map(\.state) == [1, 1, 1])
    }
  }

  /// Programs of stores that are observed everywhere, with senders everywhere: all of them end.
  @Test(arguments: 0..<40)
  func `Contract 37 and 41: stores, queues and threads that send at random go on`(seed: Int) async {
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
      makeAdder(on: shared.randomElement(using: &random) ?? nil)
    }
    let sent = Counter()
    let tokens = (0..<Int.random(in: 2...8, using: &random)).map { _ in
      let from = stores.randomElement(using: &random)!
      let to = stores.randomElement(using: &random)!
      let queue = Bool.random(using: &random) ? places.randomElement(using: &random) : nil
      let delivery = Bool.random(using: &random) ? Delivery.every : .latest
      let lastValue = Int.random(in: 1...20, using: &random)
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
          await run(on: queue) {
            for store in targets {
              sent.increment()
              store.send(Add())
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
    let (isBusy, goesOn, isObserving, hasEnded) = (Gate(), Gate(), Gate(), Gate())
    let store = makeAdder()
    store.observe { count in
      guard count == 1 else { return }
      isBusy.open()
      goesOn.pass()
    }.dispose(on: disposer)
    store.dispatch(Add())
    await isBusy.opened()
    do {
      let screen = LifetimeToken { store.send(Add()) }
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
  }

  @Test func `Contract 41: actions that follow are reduced, idle or busy`() async {
    let store = Store(
      state: 0,
      reducer: Reducer.on(AppAction.self) { count, action in
        if action == .increment { count += 1 }
        return action == .set(0)
          ? .concatenate(.send(AppAction.increment), .send(AppAction.increment)) : .none
      })
    await onThread {
      for round in 1...500 {
        if round.isMultiple(of: 2) { store.dispatch(AppAction.nothing) }
        store.send(AppAction.set(0))
        #expect(store.state == 2 * round)
      }
    }
  }

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

  @Test(arguments: [1, 500]) @MainActor
  func `Contract 37, 41: a thousand views that send don't run inside each other`(storeCount: Int) {
    let stores = (0..<storeCount).map { _ in makeAdder() }
    let cells = (0..<1_000).map { index in
      Cell(stores[index % storeCount], sendingTo: stores[(index + 1) % storeCount])
    }
    Cell.deepest = 0
    stores[0].send(Add())
    #expect(Cell.deepest == 1)
    #expect(stores.map(\.state).reduce(0, +) == 1_001)
    for (index, cell) in cells.enumerated() {
      #expect(cell.props == stores[index % storeCount].state)
    }
  }

  @Test @MainActor
  func `Contract 41: a value that waits for an interval is delivered by send`() async {
    let clock = ManualClock()
    let store = makeAdder(clock: clock)
    let values = store.recordValues(on: .main, delivery: .latest(every: .seconds(1)))
    await store.settled()
    await store.settle(after: Add())
    #expect(values.values == [0])
    store.send(Add())
    #expect(values.values == [0, 2])
    store.send(Add())
    #expect(values.values == [0, 2, 3])
    await clock.advance(by: .seconds(2))
    await store.settled()
    #expect(values.values == [0, 2, 3])
    await store.settle(after: Add())
    #expect(values.values == [0, 2, 3, 4])
  }

  @Test @MainActor
  func `Contract 41: observers of the store's queue don't run on the main thread`() async {
    // Compared by identity: without a run loop, the main queue has no thread of its own.
    let threads = Recorder<ObjectIdentifier>()
    let store = makeAdder()
    store.observe { count in
      if count == 0 { DispatchQueue.main.sync {} }
      threads.record(ObjectIdentifier(Thread.current))
    }.dispose(on: disposer)
    await store.settled()
    // This call keeps its thread, so no queue can run on it meanwhile.
    let sender = { ObjectIdentifier(Thread.current) }()
    store.send(Add())
    #expect(store.state == 1)
    #expect(threads.count == 2)
    #expect(threads.values.last != sender)
  }

  /// A view that dispatches until its props are a multiple of four.
  @MainActor private final class Climber: ViewComponent {
    let disposer = Disposer()
    let store: Store<Int>
    var props = 0 { didSet { if !props.isMultiple(of: 4) { store.dispatch(Add()) } } }

    init(_ store: Store<Int>) {
      self.store = store
      connect(to: store)
    }
  }

  static let queues: [DispatchQueue?] = [
    nil, .main, .global(), DispatchQueue(label: "runnel.tests.serial"),
    DispatchQueue(label: "runnel.tests.concurrent", attributes: .concurrent),
  ]

  @Test(arguments: queues, [false, true]) @MainActor
  func `Contract 41: what views dispatch is delivered`(queue: DispatchQueue?, isBusy: Bool) async {
    let store = makeAdder(on: queue)
    let climber = Climber(store)
    let values = store.recordValues(on: .main)
    await store.settled()
    for round in 1...100 {
      if isBusy { store.dispatch(Add()) }
      store.send(Add())
      #expect(store.state == 4 * round)
      #expect(climber.props == 4 * round)
      #expect(values.values.last == 4 * round)
    }
  }

  @Test @MainActor
  func `Contract 37 and 41: an observer that always dispatches keeps no caller`() async {
    let store = makeAdder()
    let isOver = Counter()
    store.observe(on: .main) { _ in
      if isOver.value == 0 { store.dispatch(Add()) }
    }.dispose(on: disposer)
    await store.wait(until: { $0 > 0 })
    store.send(Add())
    isOver.increment()
    await store.settled()
  }

  @Test func `Contract 4 and 41: many blocks of a global queue send to its store`() async {
    let store = makeAdder(on: .global())
    store.observe { _ in }.dispose(on: disposer)
    await run(200, on: .global()) {
      store.dispatch(Add())
      store.send(Add())
    }
    #expect(store.state == 400)
  }

  @Test func `Contract 41: a block goes on where another one's turn ended`() async {
    let queue = DispatchQueue(label: "runnel.tests.concurrent", attributes: .concurrent)
    let store = makeAdder(on: queue)
    let (isReducing, goesOn, isSending) = (Gate(), Gate(), Gate())
    store.observe { count in
      guard count == 1 else { return }
      isReducing.open()
      goesOn.pass()
    }.dispose(on: disposer)
    await store.settled()
    async let first: Void = run(on: queue) { store.send(Add()) }
    await isReducing.opened()
    for _ in 0..<1_000 { store.dispatch(Add()) }
    async let second: Void = run(on: queue) {
      isSending.open()
      store.send(Add())
      #expect(store.state == 1_002)
    }
    await isSending.opened()
    // Behind this, the store gets no other turn on the queue before both blocks have ended.
    queue.async(flags: .barrier) {}
    goesOn.open()
    await first
    await second
  }
}
