// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

private struct Numbered: Action {}
private struct Other: Action {}

private struct State: Equatable, Sendable {
  var counter = 0
  var log: [String] = []
  var numbers: [Int] = []
}

private func logging(_ word: String) -> Reducer<State> {
  Reducer.updating(Numbered.self) { state, _ in state.log.append(word) }
}

private func adding(_ amount: Int) -> Reducer<Int> {
  Reducer.updating(Numbered.self) { count, _ in count += amount }
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
    // A new scope of the same slice finds the key.
    store.scope(\.counter).removeReducer(forKey: "key")
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

  @Test func `Scopes of one slice share its keys, whatever their comparison`() async {
    let store = Store(state: State(), reducer: Reducer {})
    for _ in 0..<3 {
      store.scope(\.counter).removeDuplicates { abs($0 - $1) < 5 }.setReducer(
        adding(1), forKey: "k")
    }
    store.dispatch(Numbered())
    store.scope(\.counter).removeReducer(forKey: "k")
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
      try #require(store.ifCase(path, .detail)).setReducer(increment, forKey: "k")
    }
    let numbers = try [\Screens.first, \Screens.second].map { path in
      try #require(store.ifCase(path, .detail)).scope(\.number)
    }
    store.dispatch(Numbered())
    await store.settled()
    #expect(numbers.map(\.state) == [1, 1])
    try #require(store.ifCase(\.first, .detail)).removeReducer(forKey: "k")
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
    store.ifCase(\.screen, TwoCases.firstCase)?.setReducer(adding(1), forKey: "key")
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
