// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

private struct Numbered: Action { var number = 0 }
private struct Other: Action {}

private struct State: Equatable, Sendable {
  var counter = 0
  var log: [String] = []
  var numbers: [Int] = []
  var doubled: Int {
    get { counter * 2 }
    set { counter = newValue / 2 }
  }
}

private func logging(_ word: String) -> Reducer<State> {
  Reducer.updating(Numbered.self) { state, _ in state.log.append(word) }
}

private func adding(_ amount: Int) -> Reducer<Int> {
  Reducer.updating(Numbered.self) { count, _ in count += amount }
}

@Suite struct DynamicReducersTests {
  @Test func `Contract 7: dynamic reducers run after composed ones, in order of addition`() {
    let store = Store(
      state: State(),
      reducer: Reducer {
        logging("1")
        logging("2")
      })
    let third = store.add(reducer: logging("3"))
    let fourth = store.add(reducer: .updating { state, action in state.log.append("4") })
    store.dispatch(Numbered())
    third.dispose()
    store.dispatch(Numbered())
    let fifth = store.add(reducer: logging("5"))
    store.dispatch(Numbered())
    store.send(Other())
    #expect(store.state.log.joined(separator: " ") == "1 2 3 4 1 2 4 1 2 4 5 4")
    fourth.dispose()
    fifth.dispose()
  }

  @Test func `Contract 25: a reducer can be added to every writable scope`() {
    let store = Store(state: State(), reducer: Reducer {})
    let tokens = [
      store.scope(\.counter).add(reducer: adding(2)),
      store.scope(\.counter).removeDuplicates(by: ==).add(reducer: adding(2)),
      store.scope(\.doubled).add(reducer: adding(2)),
      store.scope(\.numbers).add(reducer: Reducer.updating { numbers, _ in numbers.append(1) }),
    ]
    store.send(Numbered())
    #expect(store.state.counter == 5)
    #expect(store.state.numbers == [1])
    tokens.forEach { $0.dispose() }
    store.send(Numbered())
    #expect(store.state.counter == 5)
  }

  @Test func `A released token ends its reducer, and the store isn't retained`() async {
    let tracker = LifetimeTracker()
    let calls = Counter()
    var store: Store<State>? = {
      let life = tracker.token()
      return Store(state: State()) { _, _ in life.touch() }
    }()
    do {
      let life = tracker.token()
      _ = store?.add(
        reducer: .updating { _, _ in
          life.touch()
          calls.increment()
        })
    }
    store?.dispatch(Other())
    await store?.settled()
    #expect(tracker.aliveCount == 1)
    #expect(calls.value == 0)
    let plugin = store?.add(reducer: .updating { _, _ in })
    store = nil
    await tracker.allReleased()
    plugin?.dispose()
  }

  @Test func `Contract 7: reducers added by four threads handle the actions in between`() async {
    struct Step: Action {
      let thread: Int
      let number: Int
    }
    for _ in 0..<20 {
      let store = Store(state: [[Int]](repeating: [], count: 4), reducer: Reducer {})
      await onThreads(4) { thread in
        for round in 0..<50 {
          let token = store.add(
            reducer: Reducer.updating(Step.self) { state, step in
              if step.thread == thread { state[thread].append(step.number) }
            })
          store.dispatch(Step(thread: thread, number: 2 * round))
          token.dispose()
          store.dispatch(Step(thread: thread, number: 2 * round + 1))
        }
      }
      await store.settled()
      for numbers in store.state { #expect(numbers == (0..<50).map { 2 * $0 }) }
    }
  }
}

/// The keyed reducers behind those of `RunnelUDF`.
@Suite struct KeyedReducersTests {
  @Test func `Pitfall 14: two features can use one key, each with its own reducer`() {
    let store = Store(state: State(), reducer: Reducer {})
    let counter = store.scope(\.counter)
    let owners = Locked([Disposer(), Disposer()])
    store.setReducer(adding(1).scope(\.counter), forKey: "key", ownedBy: owners.withLock { $0[0] })
    store.setReducer(adding(10).scope(\.counter), forKey: "key", ownedBy: owners.withLock { $0[1] })
    store.setReducer(adding(100).scope(\.counter), forKey: "key")
    // Keys belong to a slice: this is another key.
    counter.setReducer(adding(1_000), forKey: "key")
    store.send(Numbered())
    #expect(counter.state == 1_111)
    // A new scope of the same slice finds the key, whatever its comparison.
    store.scope(\.counter).removeDuplicates(by: ==).removeReducer(forKey: "key")
    owners.withLock { _ = $0.removeFirst() }
    store.send(Numbered())
    #expect(counter.state == 1_111 + 110)
    owners.withLock { $0[0].dispose() }
    store.removeReducer(forKey: "key")
    store.send(Numbered())
    #expect(counter.state == 1_221)
  }

  private struct Parts: Equatable, Sendable {
    var number = 0
    var optional: Int? = 0
    var stored = 0
    var computed: Int {
      get { stored }
      set { stored = newValue }
    }
    var rows = [Item(id: 1), Item(id: 2)]
    var choice = TwoCases.first(0)
  }

  @Test(arguments: [true, false])
  func `Contract 37: one key in several parts names as many reducers (Pitfall 14)`(isOwned: Bool) {
    let store = Store(state: Parts(), reducer: Reducer {})
    let disposer = isOwned ? Disposer() : nil
    // Scopes of one type, which are made anew at each use.
    let parts: [() -> Store<Int>?] = [
      { store.scope(\.number) }, { store.ifPresent(\.optional) }, { store.scope(\.computed) },
      { store.scope(\.rows, id: 1)?.scope(\.number) },
      { store.scope(\.rows, id: 2)?.scope(\.number) },
      { store.ifCase(\.choice, CasePath(TwoCases.first)) },
    ]
    func numbers() -> [Int] { parts.map { $0()?.state ?? -1 } }
    for step in [10, 1] {
      for part in parts { part()?.setReducer(adding(step), forKey: "key", ownedBy: disposer) }
    }
    store.send(Numbered())
    #expect(numbers() == [1, 1, 1, 1, 1, 1])
    for index in parts.indices {
      parts[index]()?.removeReducer(forKey: "key", ownedBy: disposer)
      let before = numbers()
      store.send(Numbered())
      let isRemoved = zip(before, numbers()).map { $0 == $1 }
      #expect(isRemoved == parts.indices.map { $0 <= index })
    }
    #expect(store.isUnused)
    // The parts outlive their scopes until the owner ends.
    guard let disposer else { return }
    for part in parts { part()?.setReducer(adding(1), forKey: "key", ownedBy: disposer) }
    disposer.dispose()
    #expect(store.isUnused)
    #expect(store.reducers.isEmpty)
  }

  @Test func `Contract 14: replaced and removed reducers leave nothing behind`() {
    let store = Store(state: State(), reducer: Reducer {})
    let disposer = Disposer()
    for _ in 0..<500 {
      store.setReducer(logging("a"), forKey: "replaced", ownedBy: disposer)
      store.setReducer(logging("b"), forKey: "removed", ownedBy: disposer)
      store.removeReducer(forKey: "removed", ownedBy: disposer)
    }
    #expect(disposer.count <= 32)
    store.send(Numbered())
    #expect(store.state.log == ["a"])
    disposer.dispose()
    #expect(store.isUnused)
  }

  private enum TwoCases: Equatable, Sendable {
    case first(Int)
    case second(Int)
  }

  @Test func `Contract 25: one key in two cases with one payload type names two reducers`() async {
    let store = Store(state: TwoCases.first(0), reducer: .edits)
    // Case paths that are made anew at each use.
    let first = { store.ifCase(\.self, CasePath(TwoCases.first)) }
    let second = { store.ifCase(\.self, CasePath(TwoCases.second)) }
    for _ in 0..<2 { first()?.setReducer(adding(1), forKey: "key") }
    await store.editAndWait { $0 = .second(0) }
    second()?.setReducer(adding(100), forKey: "key")
    store.send(Numbered())
    #expect(store.state == .second(100))
    store.edit { $0 = .first(0) }
    store.send(Numbered())
    #expect(store.state == .first(1))
    first()?.removeReducer(forKey: "key")
    store.send(Numbered())
    #expect(store.state == .first(1))
    store.edit { $0 = .second(0) }
    store.send(Numbered())
    #expect(store.state == .second(100))
  }

  @Test func `Contract 37: a key that four threads replace has one reducer`() async {
    let store = Store(
      state: State(), reducer: Reducer.updating { state, _ in state.numbers.append(0) })
    let counter = store.scope(\.counter)
    counter.setReducer(adding(1), forKey: "key")
    await onThreads(4) { _ in
      for _ in 0..<2_000 {
        store.dispatch(Numbered())
        store.scope(\.counter).setReducer(adding(1), forKey: "key")
      }
    }
    await store.settled()
    #expect(store.state.counter == 8_000)
    #expect(store.state.numbers.count == 8_000)
    counter.removeReducer(forKey: "key")
    #expect(store.reducers.count == 1)
  }

  @Test func `Contract 14: reducers that are added and removed are forgotten`() {
    struct ID: Hashable, Sendable {
      let number: Int
      let token: LifetimeToken
      static func == (left: ID, right: ID) -> Bool { left.number == right.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    let tracker = LifetimeTracker()
    let store = Store(state: State(), reducer: Reducer {})
    for number in 0..<100 {
      store.instance(ID(number: number, token: tracker.token())).add(reducer: logging("")).dispose()
    }
    store.send(Numbered())
    #expect(tracker.aliveCount < 40)
  }

  @Test func `Contract 26: elements whose IDs have the same hash have their own reducers`()
    async throws
  {
    struct ID: Hashable, Sendable {
      let number: Int
      func hash(into hasher: inout Hasher) {}
    }
    struct Row: Identifiable, Sendable {
      let id: ID
      var count = 0
    }
    struct List: Sendable { var rows = (0..<3).map { Row(id: ID(number: $0)) } }
    let store = Store(state: List(), reducer: Reducer {})
    let rows = try (0..<2).map { try #require(store.scope(\.rows, id: ID(number: $0))) }
    for (index, row) in rows.enumerated() {
      row.setReducer(.updating(Numbered.self) { row, _ in row.count += index + 1 }, forKey: "key")
    }
    for row in store.state.rows { store.dispatch(Numbered(), to: \.rows, id: row.id) }
    await store.settled()
    #expect(store.state.rows.map(\.count) == [1, 2, 0])
    rows[0].removeReducer(forKey: "key")
    for row in store.state.rows { store.dispatch(Numbered(), to: \.rows, id: row.id) }
    await store.settled()
    #expect(store.state.rows.map(\.count) == [1, 4, 0])
  }
}
