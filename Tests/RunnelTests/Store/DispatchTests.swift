// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct DispatchTests {
  private struct Tagged: Action {
    let thread: Int
    let number: Int
  }

  @Test("Contract 1: dispatch never blocks on a reducer")
  func dispatchDoesNotBlock() async {
    let gate = Gate()
    let store = Store(state: 0) { state, _ in
      gate.pass()
      state += 1
    }
    for _ in 0..<100 { store.dispatch(AppAction.nothing) }
    // All hundred are in, and the first of them still waits for the gate.
    gate.open()
    await store.settled()
    #expect(store.state == 100)
  }

  @Test("Contract 1: dispatch works from a reducer, an observer, a listener and a component")
  @MainActor func dispatchFromAnywhere() async {
    struct Step: Action { let number: Int }
    let box = StoreBox<[Int]>()
    let store = Store(state: [Int]()) { state, action in
      guard let step = action as? Step else { return }
      state.append(step.number)
      if step.number == 0 { box.store?.dispatch(Step(number: 1)) }
    }
    box.store = store
    let observer = store.observe { [weak store] state in
      if state.last == 1 { store?.dispatch(Step(number: 2)) }
    }
    let listener = store.onAction { [weak store] _, action in
      if (action as? Step)?.number == 2 { store?.dispatch(Step(number: 3)) }
    }
    final class View: ViewComponent {
      let disposer = Disposer()
      var dispatcher: (any ActionDispatcher)?
      var props = [Int]() {
        didSet { if props.last == 3 { dispatcher?.dispatch(Step(number: 4)) } }
      }
    }
    let view = View()
    view.dispatcher = store
    view.connect(to: store)
    store.dispatch(Step(number: 0))
    for await steps in store.values where steps.count == 5 { break }
    #expect(store.state == [0, 1, 2, 3, 4])
    observer.dispose()
    listener.dispose()
    box.store = nil
    view.dispatcher = nil
  }

  @Test("Contract 2: actions of one thread are reduced in the order in which it dispatched them")
  func orderPerThread() async {
    let store = Store(state: [[Int]](repeating: [], count: 4)) { state, action in
      guard let action = action as? Tagged else { return }
      state[action.thread].append(action.number)
    }
    await onThreads(4) { thread in
      for number in 0..<5_000 { store.dispatch(Tagged(thread: thread, number: number)) }
    }
    await store.settled()
    for numbers in store.state { #expect(numbers == Array(0..<5_000)) }
  }

  @Test("Contract 3: reducers run one at a time and never inside one another")
  func reducersDoNotNest() async {
    struct Log: Sendable {
      var isInside = false
      var overlaps = 0
      var count = 0
    }
    let box = StoreBox<Log>()
    let store = Store(state: Log()) { state, action in
      if state.isInside { state.overlaps += 1 }
      state.isInside = true
      if state.count < 1_000 { box.store?.dispatch(AppAction.nothing) }
      state.count += 1
      state.isInside = false
    }
    box.store = store
    await onThreads(3) { _ in
      for _ in 0..<1_000 { store.dispatch(AppAction.nothing) }
    }
    await store.settled()
    await store.settled()
    #expect(store.state.overlaps == 0)
    #expect(store.state.count >= 3_000)
    box.store = nil
  }

  @Test("Contract 3: an action dispatched while another is announced is reduced after it")
  func announcedBeforeNext() async {
    let order = Recorder<String>()
    let store = Store(state: 0) { state, action in
      guard case .set(let value)? = action as? AppAction else { return }
      order.record("reduce \(value)")
      state = value
    }
    let first = store.observe { [weak store] value in
      if value == 1 { store?.dispatch(AppAction.set(2)) }
      order.record("first \(value)")
    }
    let second = store.observe { order.record("second \($0)") }
    store.dispatch(AppAction.set(1))
    await store.settled()
    await store.settled()
    #expect(
      order.values.filter { !$0.hasSuffix(" 0") } == [
        "reduce 1", "first 1", "second 1", "reduce 2", "first 2", "second 2",
      ])
    first.dispose()
    second.dispose()
  }

  @Test("Contract 7: observers and listeners are told in the order in which they subscribed")
  func subscriptionOrder() async {
    let order = Recorder<Int>()
    let store = makeStore()
    var tokens: [Disposable] = []
    for index in 0..<60 {
      switch index % 4 {
      case 0: tokens.append(store.observe { _ in order.record(index) })
      case 1: tokens.append(store.scope(\.counter).observe { _ in order.record(index) })
      case 2: tokens.append(store.onAction { _, _ in order.record(index) })
      default: tokens.append(store.scope { $0.counter * 2 }.observe { _ in order.record(index) })
      }
    }
    await store.settled()
    let initial = order.count
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(Array(order.values[initial...]) == Array(0..<60))
    tokens.forEach { $0.dispose() }
  }

  @Test("Contract 6: settled returns after what was dispatched before, and does not wait for later")
  func settledIsPrecise() async {
    let gate = Gate()
    let store = Store(state: 0) { state, action in
      guard case .set(let value)? = action as? AppAction else { return }
      if value == 2 { gate.pass() }
      state = value
    }
    store.dispatch(AppAction.set(1))
    async let settled: Void = store.settled()
    await settled
    #expect(store.state == 1)
    // The second blocks, and a call that was made before it returns nevertheless.
    let isSettled = Gate()
    let first = Task {
      await store.settled()
      isSettled.open()
    }
    await first.value
    store.dispatch(AppAction.set(2))
    await isSettled.opened()
    gate.open()
    await store.settled()
    #expect(store.state == 2)
  }

  @Test("Contract 6: a fence in the middle of a batch is called before the next action is reduced")
  func settledInsideBatch() async {
    let started = Gate()
    let begin = Gate()
    let last = Gate()
    let store = Store(state: 0) { state, action in
      guard case .set(let value)? = action as? AppAction else { return }
      if value == 0 {
        started.open()
        begin.pass()
      }
      if value == 2 { last.pass() }
      state = value
    }
    store.dispatch(AppAction.set(0))
    await started.opened()
    store.dispatch(AppAction.set(1))
    let isWaiting = Gate()
    let waiter = Task.detached {
      await withCheckedContinuation { continuation in
        store.engine.whenSettled(blocksMain: false) { continuation.resume() }
        isWaiting.open()
      }
    }
    await isWaiting.opened()
    store.dispatch(AppAction.set(2))
    begin.open()
    await waiter.value  // Would never return if it waited for the last action.
    last.open()
    await store.settled()
    #expect(store.state == 2)
  }

  @Test("Contract 6: waiting may block, and waits for observers on other queues")
  func settledBlocking() async {
    let store = makeStore()
    let told = Recorder<Int>()
    let token = store.scope(\.counter).observe(on: .global()) { told.record($0) }
    await onThread {
      for _ in 0..<1_000 { store.dispatch(AppAction.increment) }
      store.waitUntilSettled()
    }
    #expect(told.values == Array(0...1_000))
    token.dispose()
  }

  @Test("Contract 6: on the main thread, waiting does not wait for the main queue")
  @MainActor func settledBlockingOnMain() async {
    let store = makeStore()
    let told = Recorder<Int>()
    let token = store.scope(\.counter).observe(on: .main) { told.record($0) }
    store.dispatch(AppAction.increment)
    #expect(QueueKind.isMain)
    blockUntilSettled(store)
    #expect(store.state.counter == 1)
    await store.settled()
    #expect(told.values == [0, 1])
    token.dispose()
  }

  private nonisolated func blockUntilSettled(_ store: Store<AppState>) {
    store.waitUntilSettled()
  }

  @Test("Contract 37: a million pending actions are all reduced")
  func aMillionPending() async {
    let gate = Gate()
    let store = Store(state: 0) { state, _ in
      if state == 0 { gate.pass() }
      state += 1
    }
    for _ in 0..<1_000_000 { store.dispatch(AppAction.nothing) }
    gate.open()
    await store.settled()
    #expect(store.state == 1_000_000)
  }
}

/// Lets a reducer reach the store that it belongs to.
final class StoreBox<State: Sendable>: @unchecked Sendable {
  // `@unchecked`: set before the first action and after the last one.
  var store: Store<State>?
}
