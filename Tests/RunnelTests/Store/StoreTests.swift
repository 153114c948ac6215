// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct DispatchTests {
  private struct Step: Action { let number: Int }

  @Test @MainActor
  func `Contract 1 and 3: a reducer, an observer, a listener and a component can dispatch`() async {
    final class View: ViewComponent {
      let disposer = Disposer()
      var dispatcher: (any ActionDispatcher)?
      var props = [Int]() {
        didSet { if props.last == 3 { dispatcher?.dispatch(Step(number: 4)) } }
      }
    }
    let box = StoreBox<[Int]>()
    let order = Recorder<String>()
    let store = Store(state: [Int]()) { state, action in
      guard let step = action as? Step else { return }
      if step.number == 0 { box.store?.dispatch(Step(number: 1)) }
      // If the dispatched action were reduced by now, it would be the first.
      state.append(step.number)
      order.record("reduced \(state.count)")
    }
    box.store = store
    let tokens = [
      store.observe { [weak store] in if $0.last == 1 { store?.dispatch(Step(number: 2)) } },
      store.onAction { [weak store] _, action in
        if (action as? Step)?.number == 2 { store?.dispatch(Step(number: 3)) }
      },
      store.observe { order.record("notified \($0.count)") },
    ]
    let view = View()
    view.dispatcher = store
    view.connect(to: store)
    store.dispatch(Step(number: 0))
    for await steps in store.values() where steps.count == 5 { break }
    await store.settled()
    #expect(store.state == [0, 1, 2, 3, 4])
    // All observers are notified before the next action is reduced.
    let rest = (1...5).flatMap { ["reduced \($0)", "notified \($0)"] }
    #expect(order.values == ["notified 0"] + rest)
    tokens.forEach { $0.dispose() }
    box.store = nil
    view.dispatcher = nil
  }

  @Test func `Contract 7: observers are notified in subscription order (Pitfall 3)`() async {
    let order = Recorder<Int>()
    let store = makeStore()
    let tokens = (0..<60).map { index in
      switch index % 4 {
      case 0: store.observe { _ in order.record(index) }
      case 1: store.scope(\.counter).observe { _ in order.record(index) }
      case 2: store.onAction { _, _ in order.record(index) }
      default: store.scope { $0.counter * 2 }.observe { _ in order.record(index) }
      }
    }
    await store.settled()
    _ = order.takeValues()
    await store.settle(after: AppAction.increment)
    #expect(order.values == Array(0..<60))
    tokens.forEach { $0.dispose() }
  }

  @Test func `Contract 6: settled does not wait for later actions of the same batch`() async {
    let entered = Gate()
    let begin = Gate()
    let last = Gate()
    let store = Store(state: 0) { state, action in
      guard case .set(let value)? = action as? AppAction else { return }
      if value == 0 {
        entered.open()
        begin.pass()
      }
      if value == 2 { last.pass() }
      state = value
    }
    store.dispatch(AppAction.set(0))
    await entered.opened()
    store.dispatch(AppAction.set(1))
    let isSettled = store.settling()
    store.dispatch(AppAction.set(2))
    begin.open()
    await isSettled.opened()  // The last reducer still waits at its gate.
    last.open()
    await store.settled()
    #expect(store.state == 2)
  }
}

@Suite struct StateTests {
  @Test func `Contract 5: a reader waits for at most one of several pending reducers`() async {
    let entered = [Gate(), Gate()]
    let leave = [Gate(), Gate()]
    let begin = Gate()
    let store = Store(
      state: 0,
      reducer: { state, action in
        guard case .set(let value)? = action as? AppAction else { return }
        if value < 2 {
          entered[value].open()
          leave[value].pass()
        }
        state = value
      }, queue: makeQueue(blockedBy: begin))
    // One batch has both actions, so the drain doesn't release the state between them by itself.
    store.dispatch(AppAction.set(0))
    store.dispatch(AppAction.set(1))
    begin.open()
    await entered[0].opened()
    // All readers wait behind the first reducer, before the second one begins.
    let results = Recorder<Int>()
    let areWaiting = Gate()
    store.whenReadersWait(3) { areWaiting.open() }
    let readers = (0..<3).map { _ in
      Task.detached { await onThread { results.record(store.state) } }
    }
    await areWaiting.opened()
    leave[0].open()
    for reader in readers { await reader.value }  // The second gate is still closed.
    #expect(results.values == [0, 0, 0])
    leave[1].open()
    await store.settled()
    #expect(store.state == 1)
  }

  @Test func `Contract 5: endless readers and subscribers do not stop the reducers`() async {
    let store = makeStore()
    await onThreads(3) { thread in
      for _ in 0..<200 { store.dispatch(AppAction.increment) }
      while store.state.counter < 600 {
        if thread == 0 { store.observe { _ in }.dispose() }
      }
    }
    #expect(store.state.counter == 600)
  }

  @Test func `Contract 5: inside an observer the state is at least as new as its value`() async {
    let store = makeStore()
    let older = Counter()
    let queues: [DispatchQueue?] = [nil, .main, .global()]
    let tokens = queues.map { queue in
      store.scope(\.counter).observe(on: queue) { [weak store] value in
        if let store, store.state.counter < value { older.increment() }
      }
    }
    for _ in 0..<2_000 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(older.value == 0)
    tokens.forEach { $0.dispose() }
  }

  /// Each notification was once a block with a copy of the whole state: while a queue was busy, the
  /// memory grew, and every action copied the arrays that a block still retained.
  @Test @MainActor
  func `Contract 8: writing to a million observed elements copies none (Pitfall 4)`() async {
    struct CountConnector: Connector {
      func stateToProps(state: [Int], dispatcher: any ActionDispatcher) -> Int { state.count }
    }
    let copies = Counter()
    let store = makeLargeStore(count: 1_000_000, copies: copies)
    let gate = Gate()
    let queue = makeQueue(blockedBy: gate)
    let tokens = [
      store.scope(\.counter).observe(on: queue) { _ in },
      store.scope(\.counter).onAction(on: queue) { _, _ in },
      store.onAction(on: queue) { _ in },
      store.onAction { _ in },
      store.observe(on: queue, delivery: .latest) { _ in },
    ]
    let views = (0..<5).map { _ in CounterView() }
    views[0].connect(to: store.scope(\.array.count))
    views[1].connect(to: store.scope { $0.array.count })
    views[2].connect(to: store.scope(\.array)) { array, _ in array.count }
    views[3].connect(to: store.scope(\.array), by: CountConnector())
    views[4].connect(to: store, stateToProps: { state, _ in state.array.count })
    for _ in 0..<10_000 { store.dispatch(AppAction.increment) }
    await store.reduced()
    #expect(copies.value == 0)
    gate.open()
    await store.settled()
    for view in views { #expect(view.props == 1_000_000) }
    #expect(copies.value == 0)
    tokens.forEach { $0.dispose() }
  }

  @Test func `Contract 8: a state of 200 kB works on a thread with a 512 kB stack`() async {
    let queue = DispatchQueue(label: "runnel.tests.suspended")
    queue.suspend()
    let store = makeHugeStore(on: queue)
    await onSmallStack {
      let calls = Counter()
      let tokens = [
        store.scope(\.b.b.b.b).observe { _ in calls.increment() },
        store.scope(\.last).observe { _ in calls.increment() },
        store.scope { $0.last * 2 }.observe { _ in calls.increment() },
        store.observe { _ in calls.increment() },
      ]
      for _ in 0..<10 { store.dispatch(AppAction.increment) }
      store.drainOnThisThread()
      #expect(calls.value == 4 * 11)
      #expect(store.scope(\.last).state == 10)
      #expect(lastOfState(store) == 10)
      tokens.forEach { $0.dispose() }
      queue.resume()
    }
  }
}

private typealias Kilobytes8 = Ten<Ten<Ten<Int>>>

/// 200 kB of stored properties, without a single array.
private struct Huge: Sendable {
  var a = Ten(Kilobytes8(Ten(Ten(0))))
  var b = Ten(Kilobytes8(Ten(Ten(0))))
  var c = Kilobytes8(Ten(Ten(0)))
  var d = Kilobytes8(Ten(Ten(0)))
  var e = Kilobytes8(Ten(Ten(0)))
  var f = Kilobytes8(Ten(Ten(0)))
  var g = Kilobytes8(Ten(Ten(0)))
  var last = 0
}

@inline(never)
private func makeHugeStore(on queue: DispatchQueue) -> Store<Huge> {
  #expect(MemoryLayout<Huge>.size > 196_000)
  return Store(state: Huge(), reducer: { state, _ in state.last += 1 }, queue: queue)
}

@inline(never)
private func lastOfState(_ store: Store<Huge>) -> Int { store.state.last }
