// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct ScopeTests {
  @Test func `Contract 11, 12: an observer is notified of changes only, if it can compare`() {
    let store = makeStore()
    let long = String(repeating: "long enough to be on the heap ", count: 3)
    let names = store.scope(\.name).recordValues()
    let evens = store.scope(\.isEven).recordValues()
    let halves = store.scope { $0.counter / 2 }.recordValues()
    let states = store.recordValues()
    // Without `==`, each action can be a change.
    let opaques = store.scope(\.opaque).recordValues { $0.value }
    store.dispatch(AppAction.setOpaque(1))
    store.dispatch(AppAction.set(2))
    // Each string has a buffer of its own, with the same text.
    for _ in 0..<3 { store.dispatch(AppAction.rename(String(Array(long)))) }
    store.dispatch(AppAction.set(3))
    store.send(AppAction.nothing)
    #expect(names.values == ["a", long])
    #expect(evens.values == [true, false])
    #expect(halves.values == [0, 1])
    #expect(states.count == 4)
    #expect(opaques.values == [0] + Array(repeating: 1, count: 7))
  }

  @Test func `A custom comparison uses the last value that the same observer received`() async {
    let store = Store(state: 1.0, reducer: .edits)
    let scope = store.scope(\.self).removeDuplicates { abs($0 - $1) < 0.5 }
    let first = scope.recordValues()
    let queue = DispatchQueue(label: "runnel.tests.busy")
    let busy = scope.recordValues(on: queue, delivery: .latest)
    await store.settled()
    let gate = Gate()
    queue.async { gate.pass() }
    store.edit { $0 = 1.4 }
    await store.reduced()
    let second = scope.recordValues()
    for value in [0.8, 1.6, 1.2, 1.55] { store.edit { $0 = value } }
    await store.reduced()
    gate.open()
    await store.settled()
    #expect(first.values == [1.0, 1.6])
    #expect(second.values == [1.4, 0.8, 1.6])
    #expect(busy.values == [1.0, 1.55])
  }

  /// Each scope once observed the whole store: 2,000 actions took 3 ms without scopes, and 1,778 ms
  /// with a thousand.
  @Test
  func `Contract 28: only the slices that a reducer can change are evaluated (Pitfall 11)`() async {
    let store = Store(state: AppState(), reducer: .renaming)
    let evaluations = Counter()
    let counters = store.scope(\.counter).recordValues()
    let opaques = store.scope(\.opaque).recordValues()
    let ages = store.scope(\.profile).scope { profile in
      evaluations.increment()
      return profile.age
    }.recordValues()
    let names = store.scope(\.name).recordValues()
    let tokens = (0..<1_000).map { _ in store.scope(\.profile).observe { _ in } }
    let unobserved = (0..<1_000).map { index in
      store.scope { state in
        evaluations.increment()
        return state.name.count + index
      }
    }
    await store.settled()
    #expect(store.observedSlices == 5)
    evaluations.reset()
    let before = store.evaluations
    for index in 0..<10 { store.dispatch(AppAction.rename("\(index)")) }
    await store.settled()
    #expect(store.evaluations - before == 10)
    #expect(evaluations.value == 0)
    #expect([counters.count, opaques.count, ages.count, names.count] == [1, 1, 1, 11])
    withExtendedLifetime(unobserved) {}
    tokens.forEach { $0.dispose() }
  }

  @Test func `Contract 28: a value with the same bytes isn't compared, padding aside`() async {
    struct Padded: Equatable, Sendable {
      var flag = true
      var counted: Counted
    }
    let comparisons = Counter()
    let store = Store(
      state: (padded: Padded(counted: Counted(comparisons)), other: 0), reducer: .edits)
    let values = store.scope(\.padded).recordValues { $0.flag }
    await store.settled()
    // Not even `==` sees the second byte.
    await store.editAndWait { state in withUnsafeMutableBytes(of: &state.padded) { $0[1] = 0xAA } }
    comparisons.reset()
    for _ in 0..<10 { store.edit { $0.other += 1 } }
    await store.settled()
    #expect(comparisons.value == 0)
    #expect(values.values == [true])
  }

  @Test func `Contract 9, 12: a change that == of the whole ignores reaches parts`() async throws {
    struct Editor: Equatable, Sendable {
      var id = 0
      var name = "a"
      static func == (left: Editor, right: Editor) -> Bool { left.id == right.id }
    }
    struct Document: Sendable { var editor: Editor? = Editor() }
    let store = Store(state: Document(), reducer: .edits)
    let editor = try #require(store.ifPresent(\.editor))
    let names = editor.scope(\.name).recordValues()
    let ids = editor.recordValues { $0.id }
    let derived = store.derive(from: editor.scope(\.name)) { $0.uppercased() }.recordValues()
    await store.editAndWait { $0.editor?.name = "b" }
    #expect(names.values == ["a", "b"])
    #expect(derived.values == ["A", "B"])
    #expect(ids.values == [0])
    await store.editAndWait { $0.editor?.id = 1 }
    #expect(ids.values == [0, 1])
  }

  @Test func `A part that is written back counts as changed, even without a change`() {
    struct Counting: Sendable {
      var rows: [Item] = [] { didSet { writes += 1 } }
      var writes = 0
    }
    let store = Store(
      state: Counting(),
      reducer: Reducer<Item>.updating(ItemAction.self) { item, _ in item.number += 1 }
        .forEach(\.rows, id: \.id))
    let writes = store.scope(\.writes).recordValues()
    store.dispatch(ItemAction())
    store.send(ItemAction())
    #expect(writes.values == [0, 1, 2])
  }
}

@Suite struct DeriveTests {
  @Test func `A derived store is computed when it is read after a change of its input`() async {
    let store = makeStore()
    let computations = Counter()
    let derived = store.derive(\.counter, \.name) { counter, name in
      computations.increment()
      return "\(name)\(counter)"
    }
    store.send(AppAction.nothing)
    #expect(computations.value == 0)
    for action in [AppAction.nothing, .retitle("t"), .nothing] {
      #expect(derived.state == "a0")
      store.send(action)
      #expect(computations.value == 1)
    }
    for _ in 0..<2 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(computations.value == 1)
    #expect(derived.state == "a2")
    #expect(derived.scope(\.count).state == 2)
    #expect(computations.value == 2)
  }

  @Test func `Contract 28: the cost of a derived store is not that of all ways to its inputs`() {
    let store = makeStore()
    let counter = store.scope(\.counter)
    var sum = counter
    var between: Store<Int>?
    for layer in 0..<10 {
      let (more, less) = (sum.derive(from: sum) { $0 + 1 }, sum.derive(from: sum) { $0 - 1 })
      sum = store.derive(from: more, less) { ($0 + $1) / 2 }.scope(\.self)
      if layer == 5 { between = more }
    }
    let values = sum.recordValues()
    // Once for each of the two stores, and not for all 1,024 ways.
    #expect(counter.slice.watch.holders == 2)
    store.send(AppAction.set(1))
    #expect(between?.state == 2)
    values.dispose()
    store.send(AppAction.set(2))
    #expect((between?.state, sum.state) == (3, 2))
    #expect(values.values == [0, 1])
    sum = counter
    #expect(between?.state == 3)
    store.send(AppAction.set(3))
    #expect(between?.state == 4)
    between = nil
    #expect(counter.slice.watch.holders == 0)
    #expect(!counter.slice.watch.isAttached)
  }

  @Test func `Contract 17, 28: values in 12 layers of two are listed once, in a short text`() {
    let store = makeStore()
    var pair = (store.derive(\.counter) { $0 }, store.derive(\.counter) { $0 + 1 })
    for _ in 0..<12 {
      pair = (
        store.derive(from: pair.0, pair.1) { $0 &+ $1 },
        store.derive(from: pair.0, pair.1) { $0 &- $1 }
      )
    }
    let tokens = [pair.0.observe { _ in }, pair.1.observe { _ in }]
    let slices = store.connections.map(\.slice)
    let part = "{ { … → Int }, { … → Int } → Int }"
    #expect(slices == Array(repeating: #"\AppState { \#(part), \#(part) → Int }"#, count: 2))
    withExtendedLifetime(tokens) {}
  }

  @Test func `Observers of a derived store share one computation`() {
    let store = makeStore()
    let computations = Counter()
    let parity = store.derive(\.counter) { counter in
      computations.increment()
      return counter.isMultiple(of: 2) ? "even" : "odd"
    }
    let parities = (0..<10).map { _ in parity.recordValues() }
    let counts = parity.scope(\.count).recordValues()
    for (value, computed) in [(0, 1), (2, 2), (3, 3)] {
      store.send(AppAction.set(value))
      #expect(computations.value == computed)
    }
    for recorded in parities { #expect(recorded.values == ["even", "odd"]) }
    #expect(counts.values == [4, 3])
  }

  @Test func `An action that changes an input and a derived input causes one computation`() {
    struct Both: Action {}
    let counting = Reducer<Int>.updating(Both.self) { number, _ in number += 1 }
    let store = Store(
      state: (a: 0, b: 0, c: 0),
      reducer: Reducer<(a: Int, b: Int, c: Int)> {
        counting.scope(\.a)
        counting.scope(\.b)
      })
    let computations = Counter()
    // This observer evaluates the second input first.
    let early = store.scope(\.b).recordValues()
    let first = store.derive(\.a) { $0 * 2 }
    let second = store.derive(from: first, store.scope(\.b), store.scope(\.c)) { first, b, c in
      computations.increment()
      return first + b + c
    }
    let third = store.derive(from: second, first, store.scope { $0.b }) { $0 + $1 + $2 }
    let values = third.recordValues()
    for number in 1...5 {
      store.send(Both())
      #expect(second.state == 3 * number)
    }
    #expect(values.values == [0, 6, 12, 18, 24, 30])
    #expect(computations.value == 6)
    #expect(early.count == 6)
  }

  @Test func `A store derived twice from one slice keeps other observers in place`() async {
    let store = makeStore()
    let received = Recorder<String>()
    func observe(_ derived: Store<Int>, as name: String) -> Disposable {
      derived.observe { received.record("\(name) \($0)") }
    }
    let tokens = (1...4).map { observe(store.derive(\.counter) { $0 }, as: "\($0)") }
    let twice = observe(store.derive(\.counter, \.counter) { $0 + $1 }, as: "twice")
    let doubled = store.derive(from: store.scope(\.counter), store.scope(\.counter)) { $0 + $1 }
    tokens[3].dispose()
    tokens[1].dispose()
    await store.settled()
    _ = received.takeValues()
    store.send(AppAction.set(1))
    #expect(received.takeValues() == ["1 1", "3 1", "twice 2"])
    #expect(doubled.state == 2)
    twice.dispose()
    store.send(AppAction.set(2))
    #expect(received.values == ["1 2", "3 2"])
    tokens.forEach { $0.dispose() }
  }

  @Test func `Concurrent readers see inputs of one state during dispatch`() async {
    let store = Store(state: AppState()) { state, _ in
      state.counter += 1
      state.name = "\(state.counter)"
    }
    store.dispatch(AppAction.nothing)
    let derived = store.derive(\.counter, \.name) { ($0, $1) }
    await store.settled()
    await onThreads(4) { thread in
      for _ in 0..<500 {
        if thread < 2 {
          store.dispatch(AppAction.nothing)
        } else {
          let (counter, name) = derived.state
          #expect("\(counter)" == name)
        }
      }
    }
    await store.settled()
    #expect(derived.state.0 == 1_001)
  }
}
