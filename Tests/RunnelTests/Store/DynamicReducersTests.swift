// SPDX-License-Identifier: MIT

import Dispatch
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
  @Test func `Contract 7: dynamic reducers run after composed ones, in order of addition`() async {
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
    store.dispatch(Other())
    await store.settled()
    #expect(
      store.state.log == [
        "1", "2", "3", "4", "1", "2", "4", "1", "2", "4", "5", "4",
      ])
    fourth.dispose()
    fifth.dispose()
  }

  @Test func `Contract 25: a reducer can be added to every writable scope`() async {
    let store = Store(state: State(), reducer: Reducer {})
    let tokens = [
      store.scope(\.counter).add(reducer: adding(2)),
      store.scope(\.counter).removeDuplicates(by: ==).add(reducer: adding(2)),
      store.scope(\.doubled).add(reducer: adding(2)),
      store.scope(\.numbers).add(reducer: Reducer.updating { numbers, _ in numbers.append(1) }),
    ]
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.counter == 5)
    #expect(store.state.numbers == [1])
    tokens.forEach { $0.dispose() }
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.counter == 5)
  }

  @Test func `A released token ends its reducer and releases what the reducer captures`() async {
    let tracker = LifetimeTracker()
    let calls = Counter()
    let store = Store(state: State(), reducer: Reducer {})
    do {
      let token = tracker.token()
      _ = store.add(
        reducer: .updating { _, _ in
          token.touch()
          calls.increment()
        })
    }
    store.dispatch(Other())
    await store.settled()
    #expect(tracker.aliveCount == 0)
    #expect(calls.value == 0)
  }

  @Test func `An observer can add and remove reducers`() async {
    let store = Store(state: State(), reducer: logging("a"))
    let added = Locked<Disposable?>(nil)
    let token = store.scope(\.log.count).observe { [weak store] count in
      if count == 1 { added.withLock { $0 = store?.add(reducer: logging("b")) } }
      if count == 3 { added.withLock { $0 }?.dispose() }
    }
    for _ in 0..<3 {
      store.dispatch(Numbered())
      await store.settled()
    }
    #expect(store.state.log == ["a", "a", "b", "a"])
    token.dispose()
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

  @Test func `The token of a dynamic reducer does not retain the store`() async {
    let tracker = LifetimeTracker()
    var store: Store<Int>? = {
      let token = tracker.token()
      return Store(state: 0) { _, _ in token.touch() }
    }()
    let plugin = store?.add(reducer: .updating { _, _ in })
    store = nil
    await tracker.allReleased()
    plugin?.dispose()
  }
}

/// The keyed reducers behind those of `RunnelUDF`.
@Suite struct KeyedReducersTests {
  @Test func `Contract 37: a reducer added twice with one key replaces the first`() async {
    let store = Store(state: State(), reducer: Reducer {})
    let gate = Gate()
    let hold = store.add(reducer: .updating { _, action in if action is Other { gate.pass() } })
    store.dispatch(Other())
    for step in [1, 10, 100] {
      store.setReducer(
        Reducer<Int>.updating(Numbered.self) { count, _ in count += step }.scope(
          \.counter), forKey: "count")
      store.dispatch(Numbered())
    }
    store.removeReducer(forKey: "count")
    store.dispatch(Numbered())
    store.removeReducer(forKey: "count")
    gate.open()
    await store.settled()
    #expect(store.state.counter == 111)
    hold.dispose()
  }

  @Test func `Pitfall 14: two features can use one key, each with its own reducer`() async {
    let store = Store(state: State(), reducer: Reducer {})
    let counter = store.scope(\.counter)
    let owners = Locked([Disposer(), Disposer()])
    store.setReducer(adding(1).scope(\.counter), forKey: "key", ownedBy: owners.withLock { $0[0] })
    store.setReducer(adding(10).scope(\.counter), forKey: "key", ownedBy: owners.withLock { $0[1] })
    store.setReducer(adding(100).scope(\.counter), forKey: "key")
    // Keys belong to a slice: this is another key.
    counter.setReducer(adding(1_000), forKey: "key")
    store.dispatch(Numbered())
    await store.settled()
    #expect(counter.state == 1_111)
    // A new scope of the same slice finds the key, whatever its comparison.
    store.scope(\.counter).removeDuplicates(by: ==).removeReducer(forKey: "key")
    owners.withLock { _ = $0.removeFirst() }
    store.dispatch(Numbered())
    await store.settled()
    #expect(counter.state == 1_111 + 110)
    owners.withLock { $0[0].dispose() }
    store.removeReducer(forKey: "key")
    store.dispatch(Numbered())
    await store.settled()
    #expect(counter.state == 1_221)
  }

  @Test func `Contract 14: replaced and removed reducers leave nothing behind`() async {
    let store = Store(state: State(), reducer: Reducer {})
    let disposer = Disposer()
    for _ in 0..<500 {
      store.setReducer(logging("a"), forKey: "replaced", ownedBy: disposer)
      store.setReducer(logging("b"), forKey: "removed", ownedBy: disposer)
      store.removeReducer(forKey: "removed", ownedBy: disposer)
    }
    #expect(disposer.count <= 32)
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.log == ["a"])
    disposer.dispose()
    #expect(store.isUnused)
  }

  private enum TwoCases: Equatable, Sendable {
    case first(Int)
    case second(Int)

    static var firstCase: CasePath<TwoCases, Int> {
      CasePath(embed: first) { if case .first(let value) = $0 { value } else { nil } }
    }
    static var secondCase: CasePath<TwoCases, Int> {
      CasePath(embed: second) { if case .second(let value) = $0 { value } else { nil } }
    }
  }

  private struct Screens: Equatable, Sendable { var screen = TwoCases.first(0) }

  @Test func `Contract 25: one key in two cases with one payload type names two reducers`() async {
    let store = Store(state: Screens(), reducer: .edits)
    for _ in 0..<2 {
      store.ifCase(\.screen, TwoCases.firstCase)?.setReducer(adding(1), forKey: "key")
    }
    store.edit { $0.screen = .second(0) }
    await store.settled()
    store.ifCase(\.screen, TwoCases.secondCase)?.setReducer(adding(100), forKey: "key")
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.screen == .second(100))
    store.edit { $0.screen = .first(0) }
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.screen == .first(1))
    // Each case removes its own.
    store.ifCase(\.screen, TwoCases.firstCase)?.removeReducer(forKey: "key")
    store.dispatch(Numbered())
    store.edit { $0.screen = .second(0) }
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.screen == .second(100))
  }

  @Test func `Contract 37: four threads that add and remove one key leave one reducer`() async {
    for _ in 0..<30 {
      let store = Store(state: State(), reducer: Reducer {})
      let counter = store.scope(\.counter)
      await onThreads(4) { thread in
        for round in 0..<50 {
          if (thread + round).isMultiple(of: 2) {
            counter.setReducer(adding(1), forKey: "k")
          } else {
            counter.removeReducer(forKey: "k")
          }
        }
      }
      counter.removeReducer(forKey: "k")
      counter.setReducer(adding(1), forKey: "k")
      store.scope(\.counter).setReducer(adding(1), forKey: "k")
      store.dispatch(Numbered())
      await store.settled()
      #expect(store.state.counter == 1)
      counter.removeReducer(forKey: "k")
    }
  }

  @Test
  func `Contract 37: a key that four threads replace during dispatch has one reducer`() async {
    let store = Store(
      state: State(), reducer: Reducer.updating { state, _ in state.numbers.append(0) })
    store.setReducer(adding(1).scope(\.counter), forKey: "key")
    await onThreads(4) { _ in
      for _ in 0..<2_000 {
        store.dispatch(Numbered())
        store.setReducer(adding(1).scope(\.counter), forKey: "key")
      }
    }
    await store.settled()
    #expect(store.state.counter == 8_000)
    #expect(store.state.numbers.count == 8_000)
  }
}
