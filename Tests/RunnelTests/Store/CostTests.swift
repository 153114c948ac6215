// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// A slice of a state, with others before and behind it.
private struct Slices: Sendable {
  var before = 0
  var changed = 0
  var others = Ten(0)
  var items: [Int] = []
}

private enum Step: Action { case forward }

private let changing = Reducer<Int>.updating(Step.self) { count, _ in count += 1 }.scope(
  \Slices.changed)

/// Counts what the Performance page claims.
///
/// `SliceIndexTests` counts the claim about features.
@Suite struct CostTests {
  @Test(arguments: [0, 10, 100, 1_000, 10_000])
  func `Contract 28: an action evaluates one slice and notifies one of many observers`(
    count: Int
  ) async {
    let store = Store(state: Slices(), reducer: changing)
    let notified = Recorder<Int>()
    let others = Recorder<Int>()
    let disposer = Disposer()
    for index in 0..<count {
      store.scope(\.others).scope(Ten<Int>.paths[index % 10]).observe { others.record($0) }
        .dispose(on: disposer)
    }
    store.scope(\.changed).observe { notified.record($0) }.dispose(on: disposer)
    await store.settled()
    let before = store.engine.changes.evaluations
    for _ in 0..<100 { store.dispatch(Step.forward) }
    await store.settled()
    #expect(store.engine.changes.evaluations - before == 100)
    #expect(notified.values == Array(0...100))
    #expect(others.values.count == count)
    disposer.dispose()
  }

  @Test(arguments: [10, 1_000, 1_000_000])
  func `Contract 8: an element of an array of any length is changed in place`(count: Int) async {
    let addresses = Recorder<UInt>()
    let reducer = Reducer<Slices>.updating(Step.self) { state, _ in
      state.items[0] += 1
      state.changed += 1
      state.items.withUnsafeBufferPointer { addresses.record(UInt(bitPattern: $0.baseAddress)) }
    }
    let store = Store(
      state: Slices(items: Array(repeating: 0, count: count)), reducer: reducer)
    let notified = Recorder<Int>()
    let disposer = Disposer()
    store.scope(\.changed).observe { notified.record($0) }.dispose(on: disposer)
    store.scope { $0.items.count }.observe { notified.record($0) }.dispose(on: disposer)
    // The first change finds an array that the initial state shares.
    store.dispatch(Step.forward)
    await store.settled()
    for _ in 0..<99 { store.dispatch(Step.forward) }
    await store.settled()
    #expect(Set(addresses.values.dropFirst()).count == 1)
    #expect(notified.values.count == 102)
    disposer.dispose()
  }

  @Test func `Contract 11: observers can subscribe and end during a notification`() async {
    let store = Store(state: Slices(), reducer: changing)
    let notified = Recorder<String>()
    let late = Disposer()
    let disposer = Disposer()
    let slice = store.scope(\.changed)
    let last = Locked<Disposable?>(nil)
    slice.observe { value in
      notified.record("first \(value)")
      guard value == 1 else { return }
      slice.observe { notified.record("late \($0)") }.dispose(on: late)
      last.withLock { $0 }?.dispose()
    }.dispose(on: disposer)
    for number in 0..<20 {
      slice.observe { notified.record("\(number) \($0)") }.dispose(on: disposer)
    }
    let token = slice.observe { notified.record("last \($0)") }
    last.withLock { $0 = token }
    await store.settled()
    store.dispatch(Step.forward)
    store.dispatch(Step.forward)
    await store.settled()
    let isLate = { (line: String) in line.hasPrefix("late") }
    let observers = ["first"] + (0..<20).map(String.init)
    var expected: [String] = []
    for value in 0...2 {
      expected += observers.map { "\($0) \(value)" }
      if value == 0 { expected.append("last 0") }
    }
    #expect(notified.values.filter { !isLate($0) } == expected)
    #expect(notified.values.filter(isLate) == ["late 1", "late 2"])
    disposer.dispose()
    late.dispose()
  }

  @Test func `Contract 15: a burst of changes schedules one delivery of the newest value`() async {
    let notified = Recorder<Int>()
    var hooks = Hooks()
    hooks.announced = { _, count in notified.record(count) }
    let store = Store(state: Slices(), reducer: changing, hooks: hooks, site: CallSite())
    let queue = DispatchQueue(label: "runnel.tests.latest")
    let values = Recorder<Int>()
    let token = store.scope(\.changed).observe(on: queue, delivery: .latest) { values.record($0) }
    await store.settled()
    #expect(values.values == [0])
    queue.suspend()
    for _ in 0..<1_000 { store.dispatch(Step.forward) }
    await store.queueIsFree()
    #expect(notified.values.reduce(0, +) == 1)
    queue.resume()
    await store.settled()
    #expect(values.values == [0, 1_000])
    store.dispatch(Step.forward)
    await store.settled()
    #expect(values.values == [0, 1_000, 1_001])
    #expect(notified.values.reduce(0, +) == 2)
    token.dispose()
  }
}
