// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

private struct Tick: Action {}

/// An action that is too large for an existential without a box.
private struct Parcel: Action {
  var token: LifetimeToken?
  var weight = (0, 0, 0, 0)
}

/// The costs of bookkeeping: linear, and without visits of idle parts.
@Suite struct LinearCostTests {
  /// Documentation once suggested that an action was reduced when `send` returned, which it was not
  /// in 1,839 of 2,000 cases.
  @Test func `Contract 6, 37: 40,000 calls of settled() return in order (Pitfall 24)`() async {
    let gate = Gate()
    let reduced = Counter()
    let store = Store(state: 0) { _, _ in
      gate.pass()
      reduced.increment()
    }
    let calls = Recorder<(number: Int, reduced: Int)>()
    for number in 0..<40_000 {
      store.dispatch(Tick())
      store.engine.whenSettled { calls.record((number, reduced.value)) }
    }
    gate.open()
    await store.settled()
    #expect(calls.values.map(\.number) == Array(0..<40_000))
    #expect(calls.values.allSatisfy { $0.reduced > $0.number })
  }

  @Test func `Contract 6: settled() visits only slices with pending deliveries`() async {
    let store = Store(state: Ten(Ten(0)), reducer: Reducer<Ten<Ten<Int>>>.edits)
    let gate = Gate()
    let blocked = makeQueue(blockedBy: gate)
    let values = Ten<Ten<Int>>.paths.flatMap { outer in
      Ten<Int>.paths.map { store.scope(outer).scope($0).recordValues() }
    }
    // Each new observer has a pending first value.
    #expect(store.engine.changes.notified.count == 100)
    await store.settled()
    #expect(store.engine.changes.notified.isEmpty)
    let late = store.scope(\.a.a).recordValues(on: blocked)
    store.edit { $0.j.j = 1 }
    await store.reduced()
    let isSettled = store.settling()
    await store.queueIsFree()
    // The settled call has forgotten all but the slice of the blocked observer.
    #expect(store.engine.changes.notified.count == 1)
    gate.open()
    await isSettled.opened()
    #expect(late.values == [0])
    #expect(values.map(\.count).reduce(0, +) == 101)
  }

  @Test func `Contract 6: settled() visits each listener once, whatever scopes there are`() async {
    let store = Store(state: Ten(0), reducer: Reducer<Ten<Int>>.edits)
    let gate = Gate()
    let blocked = makeQueue(blockedBy: gate)
    let heard = Counter()
    let tokens = Ten<Int>.paths.map { store.scope($0).onAction { _, _ in } }
    let late = store.scope(\.a).onAction(on: blocked) { _, _ in heard.increment() }
    store.edit { $0.j = 1 }
    await store.reduced()
    // Their scopes are no slices with pending deliveries, each of which would search them all.
    #expect(store.engine.changes.notified.isEmpty)
    let isSettled = store.settling()
    await store.queueIsFree()
    #expect(heard.value == 0)
    gate.open()
    await isSettled.opened()
    #expect(heard.value > 0)
    for _ in 0..<2 { await store.settled() }
    #expect(!store.engine.changes.areListenersNotified)
    withExtendedLifetime((tokens, late)) {}
  }

  @Test func `Contract 37: a slice whose observers have ended is forgotten before it settles`() {
    let store = Store(state: Ten(0), reducer: Reducer<Ten<Int>>.edits)
    for path in Ten<Int>.paths { store.scope(path).observe { _ in }.dispose() }
    #expect(store.engine.changes.notified.isEmpty)
    #expect(store.engine.slices.count == 0)
  }

  @Test func `Contract 28: a row that has moved is searched once`() async throws {
    let reads = Counter()
    let store = Store(
      state: (0..<1_000).map { CountedRow(number: $0, reads: reads) },
      reducer: Reducer<[CountedRow]>.edits)
    let row = try #require(store.scope(\.self, id: 999))
    await store.editAndWait { $0.insert(CountedRow(number: -1, reads: reads), at: 0) }
    reads.reset()
    #expect(row.state.number == 999)
    #expect(reads.value > 999)
    reads.reset()
    for _ in 0..<100 { #expect(row.state.number == 999) }
    #expect(reads.value <= 200)
  }

  /// A row in rows, as deep as the numbers say.
  private struct NestedRow: Identifiable, Sendable {
    static let reads = Counter()
    var rows: [NestedRow] = []
    var id: Int {
      Self.reads.increment()
      return 0
    }

    init(depth: Int) {
      if depth > 0 { rows = [NestedRow(depth: depth - 1)] }
    }
  }

  @Test func `Contract 28: a scope of a nested row searches each row around it once`() throws {
    var row = Store(state: NestedRow(depth: 100))
    for _ in 0..<99 { row = try #require(row.scope(\.rows, id: 0)) }
    NestedRow.reads.reset()
    let last = try #require(row.scope(\.rows, id: 0))
    #expect(NestedRow.reads.value <= 10 * 100)
    #expect(last.state.rows.isEmpty)
  }

  @Test func `Contract 33: error listeners end in any order`() async {
    let store = Store(state: 0, reducer: Reducer.on { _, _ in .run { _ in throw Failure() } })
    let heard = Recorder<Int>()
    var tokens = (0..<40).map { number in store.onError { _ in heard.record(number) } }
    for number in tokens.indices.reversed() where number % 4 != 0 { tokens[number].dispose() }
    for number in tokens.indices where number % 4 == 0 && number > 8 { tokens[number].dispose() }
    let last = store.onError { _ in heard.record(-1) }
    await store.dispatchAndWait(Tick())
    #expect(heard.values == [0, 4, 8, -1])
    tokens = []
    withExtendedLifetime(last) {}
  }

  private let capacity = MessageBlock.capacity

  @Test func `Contract 28, 37: derived values of one input are visited once for each layer`() {
    let store = Store(state: 0, reducer: .updating(Tick.self) { number, _ in number += 1 })
    let first = (0..<1_000).map { index in store.derive(\.self) { $0 + index } }
    let second = first.map { store.derive(from: $0) { 2 * $0 } }
    let values = second.map { $0.recordValues() }
    let before = store.engine.changes.found.deferredVisits
    store.send(Tick())
    // Those of the second layer are appended during the visit of the first one.
    #expect(store.engine.changes.found.deferredVisits - before == 3_000)
    for (index, value) in values.enumerated() {
      #expect(value.values == [2 * index, 2 * index + 2])
    }
  }

  @Test func `Contract 14: actions are released when their block has been processed`() async {
    let (first, second) = (LifetimeTracker(), LifetimeTracker())
    let alive = Recorder<Int>()
    let (isHeld, gate) = (Gate(), Gate())
    let store = Store(
      state: -1,
      reducer: Reducer<Int>.updating(Parcel.self) { [capacity] count, _ in
        if count < 0 {
          isHeld.open()
          gate.pass()
        }
        if count == capacity { alive.record(first.aliveCount) }
        count += 1
      })
    // Its block is taken, so that the next actions fill one and begin another one.
    store.dispatch(Parcel())
    await isHeld.opened()
    for number in 0...capacity {
      store.dispatch(Parcel(token: (number < capacity ? first : second).token()))
    }
    gate.open()
    await store.settled()
    #expect(alive.values == [0])
    await second.allReleased()
  }

  @Test func `Contract 1, 37: dispatch never blocks, and 200,000 actions take few blocks`() async {
    let gate = Gate()
    let store = Store(
      state: 0,
      reducer: Reducer<Int>.updating(Parcel.self) { count, _ in
        gate.pass()
        count += 1
      })
    // All calls return while the first reducer waits at the gate.
    for _ in 0..<200_000 { store.dispatch(Parcel()) }
    let blocks = store.engine.mailbox.blockCounts.pending
    #expect(blocks <= 1 + 200_000 / capacity)
    gate.open()
    await store.settled()
    #expect(store.state == 200_000)
    #expect(store.engine.mailbox.blockCounts.pending == 0)
    #expect(store.engine.mailbox.blockCounts.spare <= 4 * Engine.turnLength / capacity)
  }
}

@Suite struct StressTests {
  private struct Step: Action { let slice: Int }

  @Test func `Contract 2, 11, 14, 28: 25,000 actions reach 10,000 observers of 100 slices`() async {
    let actionsPerThread = 6_250
    let outer = Ten<Ten<Counted>>.paths
    let inner = Ten<Counted>.paths
    let comparisons = Counter()
    let store = Store(state: Ten(Ten(Counted(comparisons)))) { state, action in
      guard let step = action as? Step, step.slice >= 0 else { return }
      state[keyPath: outer[step.slice / 10]][keyPath: inner[step.slice % 10]].value += 1
    }
    let tracker = LifetimeTracker()
    let outOfOrder = Counter()
    let last = Locked([Int](repeating: -1, count: 10_000))
    var tokens = (0..<10_000).map { index in
      let life = tracker.token()
      return store.scope(outer[index % 100 / 10]).scope(inner[index % 10]).observe { counted in
        life.touch()
        let before = last.withLock { last in
          defer { last[index] = counted.value }
          return last[index]
        }
        if counted.value != before + 1 { outOfOrder.increment() }
      }
    }
    #expect(store.observedSlices == 100)
    await store.settled()
    let before = store.evaluations
    comparisons.reset()
    await onThreads(4) { thread in
      for number in 0..<actionsPerThread {
        // Every tenth action changes a slice, each of which has a hundred observers.
        store.dispatch(Step(slice: number % 10 == 0 ? (number / 10 + thread) % 100 : -1))
      }
    }
    await store.settled()
    #expect(outOfOrder.value == 0)
    #expect(last.withLock { $0.reduce(0, +) } == 4 * actionsPerThread / 10 * 100)
    #expect(store.evaluations - before == 4 * actionsPerThread / 10)
    #expect(comparisons.value == 4 * actionsPerThread / 10)
    // Without this, optimized code releases the tokens before the first action.
    withExtendedLifetime(tokens) {}
    tokens.removeAll()
    #expect(tracker.aliveCount == 0)
    #expect(store.isUnused)
  }

  @Test func `Contract 9: state is read and scoped while a reducer runs (Pitfall 1)`() async {
    let store = Store(state: [[0]]) { state, action in
      state = [[(state.last?.last ?? 0) + 1], [(state.last?.last ?? 0) + 1]]
    }
    await onThreads(4) { thread in
      for _ in 0..<2_000 {
        switch thread {
        case 0: store.dispatch(AppAction.nothing)
        case 1: #expect(Set(store.state.map { $0.last ?? 0 }).count == 1)
        case 2: #expect(store.scope(\.last).state?.count == 1)
        default: store.scope { $0.count }.observe { _ in }.dispose()
        }
      }
    }
    await store.settled()
    #expect(store.state == [[2_000], [2_000]])
  }

  @Test func `Contract 14: short-lived scopes, observers and stores leave nothing behind`() async {
    let tracker = LifetimeTracker()
    await onThreads(4) { thread in
      for round in 0..<200 {
        let life = tracker.token()
        let store = Store(state: AppState()) { state, action in
          life.touch()
          appReducer(state: &state, action: action)
        }
        let disposer = Disposer()
        for index in 0..<5 {
          let life = tracker.token()
          let queue: DispatchQueue? = [nil, .global(), nil, .global(), nil][index]
          store.scope(\.profile).scope(\.title)
            .observe(on: queue, delivery: index == 3 ? .latest : .every) { _ in life.touch() }
            .dispose(on: disposer)
          store.dispatch(AppAction.retitle("\(round)"))
        }
        if thread == 0 { store.waitUntilReduced() }
      }
    }
    // Pending deliveries retain their observers for a moment.
    await tracker.allReleased()
  }
}
