// SPDX-License-Identifier: MIT

import Dispatch
import Foundation
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct StateTests {
  private struct Pair: Sendable {
    var left = 0
    var right = 0
    var text = "0"
  }

  @Test("Contract 5: state can be read from any thread and is never torn")
  func neverTorn() async {
    let store = Store(state: Pair()) { state, _ in
      state.left += 1
      state.text = String(state.left)
      state.right += 1
    }
    let torn = Counter()
    await onThreads(4) { thread in
      for _ in 0..<2_000 {
        if thread == 0 {
          store.dispatch(AppAction.nothing)
        } else {
          let state = store.state
          if state.left != state.right || state.text != String(state.left) { torn.increment() }
        }
      }
    }
    await store.settled()
    #expect(torn.value == 0)
    #expect(store.state.left == 2_000)
  }

  @Test("Contract 5: a reader waits for one reducer at most, also while more actions wait")
  func readerWaitsForOneReducer() async {
    let entered = [Gate(), Gate()]
    let leave = [Gate(), Gate()]
    let store = Store(state: 0) { state, action in
      guard case .set(let value)? = action as? AppAction else { return }
      if value < 2 {
        entered[value].open()
        leave[value].pass()
      }
      state = value
    }
    // Both actions in one batch: the drain does not let go of the state between them by itself.
    let begin = Gate()
    store.engine.queue.async { begin.pass() }
    store.dispatch(AppAction.set(0))
    store.dispatch(AppAction.set(1))
    begin.open()
    await entered[0].opened()
    // Readers that wait behind the first reducer, all of them before the second one begins.
    let results = Recorder<Int>()
    let areWaiting = Gate()
    store.engine.access.whenWaiting(3) { areWaiting.open() }
    let readers = (0..<3).map { _ in
      Task.detached { await onThread { results.record(store.state) } }
    }
    await areWaiting.opened()
    leave[0].open()
    for reader in readers { await reader.value }  // Else these would wait for the second gate.
    #expect(results.values == [0, 0, 0])
    leave[1].open()
    await store.settled()
    #expect(store.state == 1)
  }

  @Test("Contract 5: readers without end do not stop the reducers")
  func readersDoNotStarveTheDrain() async {
    let store = makeStore()
    let isDone = Locked(false)
    let readers = (0..<3).map { _ in
      Task.detached {
        await onThread {
          while !isDone.withLock({ $0 }) { _ = store.state.counter }
        }
      }
    }
    for _ in 0..<2_000 { store.dispatch(AppAction.increment) }
    await store.settled()
    isDone.withLock { $0 = true }
    for reader in readers { await reader.value }
    #expect(store.state.counter == 2_000)
  }

  @Test("Contract 5: inside an observer the state is at least as new as the value delivered")
  func stateInsideObserver() async {
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

  @Test("Contract 8: one element of a large array nobody observes is changed in place")
  func unobservedArrayIsChangedInPlace() async {
    let copies = Counter()
    let store = largeStore(copies)
    let token = store.scope(\.counter).observe { _ in }
    for _ in 0..<10_000 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(store.scope { $0.array[7] }.state == 10_000)
    #expect(copies.value == 0)
    token.dispose()
  }

  @Test("Contract 8: a component that shows the count of a large array does not make it be copied")
  @MainActor func countedArrayIsChangedInPlace() async {
    final class View: ViewComponent {
      let disposer = Disposer()
      var props = -1
    }
    struct CountConnector: Connector {
      func stateToProps(state: [Int], dispatcher: any ActionDispatcher) -> Int { state.count }
    }
    let copies = Counter()
    let store = largeStore(copies)
    let views = (0..<5).map { _ in View() }
    views[0].connect(to: store, state: \.array.count)
    views[1].connect(to: store.scope { $0.array.count })
    views[2].connect(to: store.scope(\.array)) { array, _ in array.count }
    views[3].connect(to: store, by: CountConnector(), state: \.array)
    views[4].connect(to: store, stateToProps: { state, _ in state.array.count })
    for _ in 0..<10_000 { store.dispatch(AppAction.increment) }
    await store.settled()
    for view in views { #expect(view.props == 1_000_000) }
    #expect(copies.value == 0)
  }

  private struct Large: Sendable {
    var counter = 0
    var array = [Int](repeating: 0, count: 1_000_000)
  }

  /// A store whose reducer counts how often writing to the array moved it elsewhere.
  private func largeStore(_ copies: Counter) -> Store<Large> {
    Store(state: Large()) { state, _ in
      let before = state.array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      state.array[7] += 1
      let after = state.array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      if before != after { copies.increment() }
    }
  }

  @Test("Contract 8: a state of 200 kB works on a thread with a 512 kB stack")
  func largeInlineState() async {
    let queue = DispatchQueue(label: "runnel.tests.suspended")
    queue.suspend()
    let store = makeHugeStore(on: queue)
    await withCheckedContinuation { continuation in
      let thread = Thread {
        let told = Counter()
        let tokens = [
          store.scope(\.b.b.b.b).observe { _ in told.increment() },
          store.scope(\.last).observe { _ in told.increment() },
          store.scope { $0.last * 2 }.observe { _ in told.increment() },
          store.observe { _ in told.increment() },
        ]
        for _ in 0..<10 { store.dispatch(AppAction.increment) }
        // The drain itself, on this thread and its stack.
        store.engine.drain()
        #expect(told.value == 4 * 11)
        #expect(store.scope(\.last).state == 10)
        #expect(lastOfState(store) == 10)
        tokens.forEach { $0.dispose() }
        queue.resume()
        continuation.resume()
      }
      thread.stackSize = 512 * 1024
      thread.start()
    }
  }

  @Test("Contract 9: a scope is never stale when read")
  func scopesReadThrough() async {
    let store = makeStore()
    let counter = store.scope(\.counter)
    let isEven = store.scope(\.isEven)
    let double = store.scope { $0.counter * 2 }.scope(\.self)
    let text = store.scope(\.counter).scope(\.description)
    for value in 1...20 {
      store.dispatch(AppAction.set(value))
      await store.settled()
      #expect(counter.state == value)
      #expect(isEven.state == value.isMultiple(of: 2))
      #expect(double.state == value * 2)
      #expect(text.state == String(value))
    }
  }
}

// 200 kB without a single array: 8 bytes, eight times eight times ... of them.
private struct Eight<Part: Sendable>: Sendable {
  var a: Part
  var b: Part
  var c: Part
  var d: Part
  var e: Part
  var f: Part
  var g: Part
  var h: Part

  init(_ part: Part) {
    (a, b, c, d, e, f, g, h) = (part, part, part, part, part, part, part, part)
  }
}

private typealias Kilobytes4 = Eight<Eight<Eight<Int>>>

private struct Huge: Sendable {
  var a = Eight(Kilobytes4(Eight(Eight(0))))
  var b = Eight(Kilobytes4(Eight(Eight(0))))
  var c = Eight(Kilobytes4(Eight(Eight(0))))
  var d = Eight(Kilobytes4(Eight(Eight(0))))
  var e = Eight(Kilobytes4(Eight(Eight(0))))
  var f = Eight(Kilobytes4(Eight(Eight(0))))
  var last = 0
}

@inline(never)
private func makeHugeStore(on queue: DispatchQueue) -> Store<Huge> {
  #expect(MemoryLayout<Huge>.size > 196_000)
  return Store(state: Huge(), reducer: { state, _ in state.last += 1 }, queue: queue)
}

@inline(never)
private func lastOfState(_ store: Store<Huge>) -> Int { store.state.last }
