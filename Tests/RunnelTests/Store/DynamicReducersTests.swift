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
  let fixed = 0
  var doubled: Int {
    get { counter * 2 }
    set { counter = newValue / 2 }
  }
}

private func logging(_ word: String) -> Reducer<State> {
  Reducer.on(Numbered.self) { state, _ in state.log.append(word) }
}

@Suite struct AddedReducersTests {
  @Test("Contract 7: added reducers run behind the composed ones, in the order of addition")
  func order() async {
    let store = Store(
      state: State(),
      reducer: Reducer {
        logging("1")
        logging("2")
      })
    let third = store.add(reducer: logging("3"))
    let fourth = store.add { state, action in state.log.append("4") }
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

  @Test("Contract 25: a reducer can be added to every scope that can be written")
  func scopes() async {
    let store = Store(state: State(), reducer: Reducer {})
    let increment = Reducer<Int>.on(Numbered.self) { count, action in count += action.number }
    let tokens = [
      store.scope(\.counter).add(reducer: increment),
      store.scope(\.counter, isSame: ==).add(reducer: increment),
      store.scope(\.doubled).add(reducer: increment),
      store.scope(\.numbers).add(reducer: Reducer { numbers, _ in numbers.append(1) }),
    ]
    store.dispatch(Numbered(number: 2))
    await store.settled()
    #expect(store.state.counter == 5)
    #expect(store.state.numbers == [1])
    tokens.forEach { $0.dispose() }
    store.dispatch(Numbered(number: 2))
    await store.settled()
    #expect(store.state.counter == 5)
  }

  @Test("An added reducer sees exactly the actions dispatched between its addition and its end")
  func inFlight() async {
    let gate = Gate()
    let store = Store(state: State()) { state, action in
      if action is Other { gate.pass() }
    }
    // Everything below is dispatched while the reducer is held up, and lies in the queue.
    store.dispatch(Other())
    store.dispatch(Numbered(number: 1))
    let plugin = store.add { state, action in
      if let action = action as? Numbered { state.numbers.append(action.number) }
    }
    store.dispatch(Numbered(number: 2))
    store.dispatch(Numbered(number: 3))
    plugin.dispose()
    store.dispatch(Numbered(number: 4))
    gate.open()
    await store.settled()
    #expect(store.state.numbers == [2, 3])
  }

  @Test("A dropped token ends its reducer, and what the reducer holds goes with it")
  func dropped() async {
    let tracker = LifetimeTracker()
    let store = Store(state: State(), reducer: Reducer {})
    do {
      let token = tracker.token()
      _ = store.add { _, _ in token.touch() }
    }
    await store.settled()
    #expect(tracker.aliveCount == 0)
    #expect(store.engine.table.entered == 0)
  }

  @Test("A reducer can be added and removed by reducers and observers")
  func fromInside() async {
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

  @Test("Contract 37: a reducer added twice under one key takes the place of the first")
  func keys() async {
    let store = Store(state: State(), reducer: Reducer {})
    let gate = Gate()
    let hold = store.add { _, action in if action is Other { gate.pass() } }
    store.dispatch(Other())
    for step in [1, 10, 100] {
      store.add(
        reducer: { (count: inout Int, action) in
          if action is Numbered { count += step }
        }, state: \.counter, withKey: "count")
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

  @Test("Pitfall 14: two features may choose one key, and their reducers end with their owners")
  func owners() async {
    let store = Store(state: State(), reducer: Reducer {})
    let owners = Locked([Disposer(), Disposer()])
    func add(_ amount: Int, _ owner: Disposer?) {
      store.add(
        reducer: Reducer<Int> { count, _ in count += amount }.scope(\.counter), withKey: "key",
        ownedBy: owner)
    }
    add(1, owners.withLock { $0[0] })
    add(10, owners.withLock { $0[1] })
    add(100, nil)
    // The same word on another slice is another key.
    store.scope(\.counter).add(reducer: Reducer { count, _ in count += 1_000 }, withKey: "key")
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.counter == 1_111)
    // A scope of the same slice, made anew, finds the key.
    store.scope(\.counter).remove(reducerWithKey: "key")
    owners.withLock { _ = $0.removeFirst() }
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.counter == 1_111 + 110)
    owners.withLock { $0[0].dispose() }
    store.remove(reducerWithKey: "key")
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.counter == 1_221)
    #expect(store.engine.registry.count == 1)
  }

  @Test("Contract 14: nothing stays behind of reducers that were replaced or removed")
  func nothingStaysBehind() async {
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
  }

  @Test("A slice is one owner, however its changes are compared")
  func sameSlice() async {
    let store = Store(state: State(), reducer: Reducer {})
    let increment = Reducer<Int> { count, _ in count += 1 }
    for _ in 0..<3 {
      store.scope(\.counter, isSame: { abs($0 - $1) < 5 }).add(reducer: increment, withKey: "k")
    }
    store.dispatch(Numbered())
    store.scope(\.counter).remove(reducerWithKey: "k")
    store.dispatch(Numbered())
    await store.settled()
    #expect(store.state.counter == 1)
    #expect(store.engine.registry.count == 1)
  }

  @Test("Contract 7: reducers added and removed from four threads see their own actions in between")
  func fourThreads() async {
    struct Seen: Equatable, Sendable { var byThread: [[Int]] = [[], [], [], []] }
    struct Step: Action {
      let thread: Int
      let number: Int
    }
    for _ in 0..<20 {
      let store = Store(state: Seen(), reducer: Reducer {})
      await onThreads(4) { thread in
        for round in 0..<50 {
          let token = store.add(
            reducer: Reducer.on(Step.self) { state, step in
              if step.thread == thread { state.byThread[thread].append(step.number) }
            })
          store.dispatch(Step(thread: thread, number: 2 * round))
          token.dispose()
          store.dispatch(Step(thread: thread, number: 2 * round + 1))
        }
      }
      await store.settled()
      for thread in 0..<4 {
        #expect(store.state.byThread[thread] == (0..<50).map { 2 * $0 })
      }
    }
  }

  @Test("Contract 37: one key, replaced by four threads while actions flow, always has one reducer")
  func oneKeyFourThreads() async {
    let store = Store(state: State(), reducer: Reducer { state, _ in state.numbers.append(0) })
    store.add(
      reducer: Reducer { (state: inout State, _: any Action) in state.counter += 1 }, withKey: "key"
    )
    await onThreads(4) { _ in
      for _ in 0..<2_000 {
        store.dispatch(Numbered())
        store.add(
          reducer: Reducer { (state: inout State, _: any Action) in state.counter += 1 },
          withKey: "key")
      }
    }
    await store.settled()
    #expect(store.state.counter == 8_000)
    #expect(store.state.numbers.count == 8_000)
  }

  @Test("A token does not keep the store")
  func lifetime() async {
    let tracker = LifetimeTracker()
    var store: Store<Int>? = {
      let token = tracker.token()
      return Store(state: 0) { _, _ in token.touch() }
    }()
    let plugin = store?.add { _, _ in }
    store = nil
    await tracker.allReleased()
    plugin?.dispose()
  }

  // MARK: Narrowed scopes

  @Test("Contract 26: a narrowed scope takes actions of its type, and reports others")
  func narrowed() async {
    let warnings = Recorder<Misuse>()
    let reporter = Misuse.onWarning {
      if $0.message.contains("accepts Numbered only") { warnings.record($0) }
    }
    let store = Store(
      state: State(),
      reducer: Reducer { state, action in
        state.log.append("\(type(of: action))")
      })
    let narrow = store.scope(\.counter, accepting: Numbered.self)
    let heard = Recorder<String>()
    let listener = narrow.onAction { _, action in heard.record("\(type(of: action))") }
    let plugin = narrow.add { count, _ in count += 1 }
    narrow.dispatch(Numbered())
    let line = #line + 1
    narrow.scope(\.self).dispatch(Other())
    store.dispatch(Other())
    await store.settled()
    #expect(store.state.log == ["Numbered", "Other"])
    #expect(heard.values == ["Numbered"])
    #expect(store.state.counter == 1)
    #expect(warnings.values.map(\.site.line) == [line])
    #expect(warnings.values.first?.message.contains("Other") == true)
    listener.dispose()
    plugin.dispose()
    reporter.dispose()
  }
}
