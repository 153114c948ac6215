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
