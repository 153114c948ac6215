// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

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
