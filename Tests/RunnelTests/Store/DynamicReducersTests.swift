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
      store.scope(\.counter, isSame: ==).add(reducer: adding(2)),
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

  @Test func `A dynamic reducer handles actions dispatched from its addition to its end`() async {
    let gate = Gate()
    let store = Store(state: State()) { state, action in
      if action is Other { gate.pass() }
    }
    // The first action blocks the queue, so all others are pending together.
    store.dispatch(Other())
    store.dispatch(Numbered(number: 1))
    let plugin = store.add(
      reducer: .updating { state, action in
        if let action = action as? Numbered { state.numbers.append(action.number) }
      })
    store.dispatch(Numbered(number: 2))
    store.dispatch(Numbered(number: 3))
    plugin.dispose()
    store.dispatch(Numbered(number: 4))
    gate.open()
    await store.settled()
    #expect(store.state.numbers == [2, 3])
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

  @Test func `Contract 37: a reducer added twice with one key replaces the first`() async {
    let store = Store(state: State(), reducer: Reducer {})
    let gate = Gate()
    let hold = store.add(reducer: .updating { _, action in if action is Other { gate.pass() } })
    store.dispatch(Other())
    for step in [1, 10, 100] {
      store.add(
        reducer: Reducer<Int>.updating(Numbered.self) { count, _ in count += step }.scope(
          \.counter),
        withKey: "count")
      store.dispatch(Numbered())
    }
    store.remove(reducerWithKey: "count")
    store.dispatch(Numbered())
    store.remove(reducerWithKey: "count")
    gate.open()
    await store.settled()
    #expect(store.state.counter == 111)
    hold.dispose()
  }

  @Test func `Pitfall 14: two features can use one key, each with its own reducer`() async {
    let store = Store(state: State(), reducer: Reducer {})
    let counter = store.scope(\.counter)
    let owners = Locked([Disposer(), Disposer()])
    store.add(
      reducer: adding(1).scope(\.counter), withKey: "key", ownedBy: owners.withLock { $0[0] })
    store.add(
      reducer: adding(10).scope(\.counter), withKey: "key", ownedBy: owners.withLock { $0[1] })
    store.add(reducer: adding(100).scope(\.counter), withKey: "key")
    // Keys belong to a slice: this is another key.
    counter.add(reducer: adding(1_000), withKey: "key")
    store.dispatch(Numbered())
    await store.settled()
    #expect(counter.state == 1_111)
    // A new scope of the same slice finds the key.
    store.scope(\.counter).remove(reducerWithKey: "key")
    owners.withLock { _ = $0.removeFirst() }
    store.dispatch(Numbered())
    await store.settled()
    #expect(counter.state == 1_111 + 110)
    owners.withLock { $0[0].dispose() }
    store.remove(reducerWithKey: "key")
    store.dispatch(Numbered())
    await store.settled()
    #expect(counter.state == 1_221)
  }

  @Test func `Contract 14: replaced and removed reducers leave nothing behind`() async {
    let store = Store(state: State(), reducer: Reducer {})
    let disposer = Disposer()
    for _ in 0..<500 {
      store.add(reducer: logging("a"), withKey: "replaced", ownedBy: disposer)
      store.add(reducer: logging("b"), withKey: "removed", ownedBy: disposer)
      store.remove(reducerWithKey: "removed", ownedBy: disposer)
    }
    #expect(disposer.count <= 32)
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.log == ["a"])
    disposer.dispose()
    #expect(store.isUnused)
  }

  @Test func `Scopes of one slice share its keys, whatever their comparison`() async {
    let store = Store(state: State(), reducer: Reducer {})
    for _ in 0..<3 {
      store.scope(\.counter, isSame: { abs($0 - $1) < 5 }).add(reducer: adding(1), withKey: "k")
    }
    store.dispatch(Numbered())
    store.scope(\.counter).remove(reducerWithKey: "k")
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.counter == 1)
    #expect(store.isUnused)
  }

  @Test
  func `Scopes of one enum case share its keys, and not with another property`() async throws {
    struct Screens: Sendable {
      var first = Screen.detail(Item())
      var second = Screen.detail(Item())
    }
    let store = Store(state: Screens(), reducer: Reducer {})
    let increment = Reducer<Item>.updating(Numbered.self) { item, _ in item.number += 1 }
    for round in 0..<200 {
      let path = round.isMultiple(of: 2) ? \Screens.first : \Screens.second
      try #require(store.scope(path, ifCase: .detail)).add(reducer: increment, withKey: "k")
    }
    let numbers = try [\Screens.first, \Screens.second].map { path in
      try #require(store.scope(path, ifCase: .detail)).scope(\.number)
    }
    store.dispatch(Numbered())
    await store.settled()
    #expect(numbers.map(\.state) == [1, 1])
    try #require(store.scope(\.first, ifCase: .detail)).remove(reducerWithKey: "k")
    store.dispatch(Numbered())
    await store.settled()
    #expect(numbers.map(\.state) == [1, 2])
  }

  private enum TwoCases: Equatable, Sendable {
    case first(Int)
    case second(Int)

    static let firstCase = CasePath(embed: TwoCases.first) {
      if case .first(let value) = $0 { value } else { nil }
    }
    static let secondCase = CasePath(embed: TwoCases.second) {
      if case .second(let value) = $0 { value } else { nil }
    }
  }

  private struct Screens: Equatable, Sendable { var screen = TwoCases.first(0) }

  @Test func `Contract 25: one key in two cases with one payload type names two reducers`() async {
    let store = Store(state: Screens(), reducer: .edits)
    store.scope(\.screen, ifCase: TwoCases.firstCase)?.add(reducer: adding(1), withKey: "key")
    store.edit { $0.screen = .second(0) }
    await store.settled()
    store.scope(\.screen, ifCase: TwoCases.secondCase)?.add(reducer: adding(100), withKey: "key")
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.screen == .second(100))
    store.edit { $0.screen = .first(0) }
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.screen == .first(1))
    // Each case removes its own.
    store.scope(\.screen, ifCase: TwoCases.firstCase)?.remove(reducerWithKey: "key")
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
            counter.add(reducer: adding(1), withKey: "k")
          } else {
            counter.remove(reducerWithKey: "k")
          }
        }
      }
      counter.remove(reducerWithKey: "k")
      counter.add(reducer: adding(1), withKey: "k")
      store.scope(\.counter).add(reducer: adding(1), withKey: "k")
      store.dispatch(Numbered())
      await store.settled()
      #expect(store.state.counter == 1)
      counter.remove(reducerWithKey: "k")
    }
  }

  @Test
  func `Contract 37: a key that four threads replace during dispatch has one reducer`() async {
    let store = Store(
      state: State(), reducer: Reducer.updating { state, _ in state.numbers.append(0) })
    store.add(reducer: adding(1).scope(\.counter), withKey: "key")
    await onThreads(4) { _ in
      for _ in 0..<2_000 {
        store.dispatch(Numbered())
        store.add(reducer: adding(1).scope(\.counter), withKey: "key")
      }
    }
    await store.settled()
    #expect(store.state.counter == 8_000)
    #expect(store.state.numbers.count == 8_000)
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

  @Test
  func `Contract 26: a narrowed scope accepts actions of its type, and reports others`() async {
    let warnings = Recorder<Misuse>()
    let reporter = Misuse.onWarning {
      if $0.site.file == "RunnelTests/DynamicReducersTests.swift" { warnings.record($0) }
    }
    let store = Store(
      state: State(),
      reducer: Reducer.updating { state, action in
        state.log.append("\(type(of: action))")
      })
    let narrow = store.scope(\.counter, accepting: Numbered.self)
    let actions = narrow.recordActions { _, action in "\(type(of: action))" }
    let plugin = narrow.add(reducer: .updating { count, _ in count += 1 })
    narrow.dispatch(Numbered())
    let line = #line + 1
    narrow.scope(\.self).untyped.dispatch(Other())
    store.dispatch(Other())
    await store.settled()
    #expect(store.state.log == ["Numbered", "Other"])
    #expect(actions.values == ["Numbered"])
    #expect(store.state.counter == 1)
    #expect(warnings.values.map(\.site.line) == [line])
    #expect(warnings.values.first?.message.contains("Other") == true)
    plugin.dispose()
    reporter.dispose()
  }
}
