// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// A slice of a state, with others behind and before it.
private struct Slices: Equatable, Sendable {
  var before = 0
  var changed = 0
  var others = Others()
  var items: [Int] = []

  struct Others: Equatable, Sendable {
    var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0
    static let all: [any WritableKeyPath<Others, Int> & Sendable] = [
      \.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j,
    ]
  }
}

private enum Step: Action { case forward }

/// As many types of actions as are asked for, nested in one another.
private struct Wrapped<Inner>: Action {}

private func otherFeatures(_ count: Int) -> [Reducer<Slices>] {
  func make<Inner>(_ inner: Inner.Type, _ depth: Int, into reducers: inout [Reducer<Slices>]) {
    guard depth > 0 else { return }
    for path in Slices.Others.all {
      reducers.append(
        Reducer<Int>.on(Wrapped<Inner>.self) { count, _ in count += 1 }
          .scope(path).scope(\.others))
    }
    make(Wrapped<Inner>.self, depth - 1, into: &reducers)
  }
  var reducers: [Reducer<Slices>] = []
  make(Step.self, count / 10, into: &reducers)
  return reducers
}

private let changing = Reducer<Int>.on(Step.self) { count, _ in count += 1 }.scope(\Slices.changed)

/// What the Performance page says of what does not grow, counted.
@Suite struct CostTests {
  @Test(
    "Contract 28: an action enters one reducer and looks at one slice among any number of features",
    arguments: [0, 10, 100, 1_000])
  func features(count: Int) async {
    let others = otherFeatures(count)
    #expect(others.count == count)
    let store = Store(
      state: Slices(),
      reducer: Reducer {
        for reducer in others { reducer }
        changing
      })
    let told = Recorder<Int>()
    let token = store.scope(\.changed).observe { told.record($0) }
    await store.settled()
    let before = (store.engine.changes.evaluations, store.engine.table.entered)
    for _ in 0..<100 { store.dispatch(Step.forward) }
    await store.settled()
    #expect(store.engine.table.entered - before.1 == 100)
    #expect(store.engine.changes.evaluations - before.0 == 100)
    #expect(told.values == Array(0...100))
    token.dispose()
  }

  @Test(
    "Contract 28: an action looks at one slice and tells one observer among any number of others",
    arguments: [0, 10, 100, 1_000, 10_000])
  func observers(count: Int) async {
    let store = Store(state: Slices(), reducer: changing)
    let told = Recorder<Int>()
    let others = Recorder<Int>()
    let disposer = Disposer()
    for index in 0..<count {
      store.scope(\.others).scope(Slices.Others.all[index % 10]).observe { others.record($0) }
        .dispose(on: disposer)
    }
    store.scope(\.changed).observe { told.record($0) }.dispose(on: disposer)
    await store.settled()
    let before = store.engine.changes.evaluations
    for _ in 0..<100 { store.dispatch(Step.forward) }
    await store.settled()
    #expect(store.engine.changes.evaluations - before == 100)
    #expect(told.values == Array(0...100))
    #expect(others.values.count == count)
    disposer.dispose()
  }

  @Test(
    "Contract 8: an element is changed where it is, in an array of any length",
    arguments: [10, 1_000, 1_000_000])
  func elements(count: Int) async {
    let addresses = Recorder<UInt>()
    let reducer = Reducer<Slices>.on(Step.self) { state, _ in
      state.items[0] += 1
      state.changed += 1
      state.items.withUnsafeBufferPointer { addresses.record(UInt(bitPattern: $0.baseAddress)) }
    }
    let store = Store(
      state: Slices(items: Array(repeating: 0, count: count)), reducer: reducer)
    let told = Recorder<Int>()
    let disposer = Disposer()
    store.scope(\.changed).observe { told.record($0) }.dispose(on: disposer)
    store.scope { $0.items.count }.observe { told.record($0) }.dispose(on: disposer)
    // The first change finds the array shared with whoever made the state.
    store.dispatch(Step.forward)
    await store.settled()
    for _ in 0..<99 { store.dispatch(Step.forward) }
    await store.settled()
    #expect(Set(addresses.values.dropFirst()).count == 1)
    #expect(told.values.count == 102)
    disposer.dispose()
  }

  @Test(
    "Contract 11: while a slice is announced its observers may come and go, and each is told once")
  func comingAndGoing() async {
    let store = Store(state: Slices(), reducer: changing)
    let told = Recorder<String>()
    let late = Disposer()
    let disposer = Disposer()
    let slice = store.scope(\.changed)
    let last = Locked<Disposable?>(nil)
    slice.observe { value in
      told.record("first \(value)")
      guard value == 1 else { return }
      slice.observe { told.record("late \($0)") }.dispose(on: late)
      last.withLock { $0 }?.dispose()
    }.dispose(on: disposer)
    for number in 0..<20 {
      slice.observe { told.record("\(number) \($0)") }.dispose(on: disposer)
    }
    let token = slice.observe { told.record("last \($0)") }
    last.withLock { $0 = token }
    await store.settled()
    store.dispatch(Step.forward)
    store.dispatch(Step.forward)
    await store.settled()
    let numbers = (0..<20).map(String.init)
    let isLate = { (line: String) in line.hasPrefix("late") }
    #expect(
      told.values.filter { !isLate($0) }
        == ["first 0"] + numbers.map { "\($0) 0" } + ["last 0"]
        + ["first 1"] + numbers.map { "\($0) 1" }
        + ["first 2"] + numbers.map { "\($0) 2" })
    #expect(told.values.filter(isLate) == ["late 1", "late 2"])
    disposer.dispose()
    late.dispose()
  }

  @Test("Contract 15: in a burst whoever wants the newest value is told once that it is there")
  func latestInABurst() async {
    let told = Recorder<Int>()
    var hooks = Hooks()
    hooks.announced = { _, count in told.record(count) }
    let store = Store(state: Slices(), reducer: changing, hooks: hooks, site: CallSite())
    let queue = DispatchQueue(label: "runnel.tests.latest")
    let values = Recorder<Int>()
    let token = store.scope(\.changed).observe(on: queue, delivery: .latest) { values.record($0) }
    await store.settled()
    #expect(values.values == [0])
    queue.suspend()
    for _ in 0..<1_000 { store.dispatch(Step.forward) }
    await store.queueIsFree()
    #expect(told.values.reduce(0, +) == 1)
    queue.resume()
    await store.settled()
    #expect(values.values == [0, 1_000])
    store.dispatch(Step.forward)
    await store.settled()
    #expect(values.values == [0, 1_000, 1_001])
    #expect(told.values.reduce(0, +) == 2)
    token.dispose()
  }
}
