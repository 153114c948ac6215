// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing
import UIKitStandIn

@Suite struct StoreTests {
  /// An owner of stores whose reducers are static methods.
  class Fixture {
    lazy var store = Store(state: AppState(), reducer: Fixture.reducer)
    lazy var numberStore = Store(state: 1, reducer: Fixture.reducer)

    static func reducer(state: inout Int, action: Action) {
      counterReducer(state: &state, action: action)
    }

    static func reducer(state: inout AppState, action: Action) {
      reducer(state: &state.counter, action: action)
    }
  }

  let disposer = Disposer()

  @Test
  func `The type of the state selects the overload of a static method that is a reducer`() async {
    let fixture = Fixture()
    fixture.store.dispatch(CounterAction.set(5))
    fixture.numberStore.dispatch(CounterAction.set(6))
    await fixture.store.settled()
    await fixture.numberStore.settled()
    #expect(fixture.store.state.counter == 5)
    #expect(fixture.numberStore.state == 6)
  }

  @Test
  func `A labeled closure, a trailing closure and a closure in a variable are reducers`() async {
    let reducer: @Sendable (inout Int, Action) -> Void = { state, _ in state += 3 }
    let labeled = Store(state: 0, reducer: { state, action in state += action is Noticed ? 1 : 0 })
    let trailing = Store(state: 0) { state, _ in state += 2 }
    let inVariable = Store(state: 0, reducer: reducer)
    for store in [labeled, trailing, inVariable] {
      await store.settle(after: Noticed())
    }
    #expect([labeled, trailing, inVariable].map { $0.state } == [1, 2, 3])
  }

  @Test func `A store is passed on as a dispatcher or as a function`() async {
    class Presenter {
      let dispatcher: ActionDispatcher
      let send: (Action) -> Void

      init(dispatcher: ActionDispatcher, send: @escaping (Action) -> Void) {
        self.dispatcher = dispatcher
        self.send = send
      }
    }
    let store = makeCounterStore()
    let send: @Sendable (Action) -> Void = store.dispatch
    let presenter = Presenter(dispatcher: store, send: store.dispatch)
    presenter.dispatcher.dispatch(CounterAction.set(10))
    presenter.send(CounterAction.decremented)
    send(CounterAction.decremented)
    await store.settled()
    #expect(store.state == 8)
  }

  @Test @MainActor func `An observer is called on the queue that it was given`() async {
    let store = makeCounterStore()
    let queue = DispatchQueue(label: "udf.observer")
    let values = Log<Int>()
    let label = UILabel()
    store.observe(on: queue) { value in
      dispatchPrecondition(condition: .onQueue(queue))
      values.append(value)
    }.dispose(on: disposer)
    store.observe(
      on: .main,
      with: { [weak label] value in
        MainActor.assumeIsolated { label?.text = "\(value)" }
      }
    ).dispose(on: disposer)
    await store.settle(after: CounterAction.incremented)
    #expect(values.entries == [0, 1])
    #expect(label.text == "1")
  }

  @Test func `Contract 23: onAction delivers each action with the state that it produced`() async {
    let store = makeStore()
    let counters = Log<Int>()
    let actions = Log<Action>()
    let onMain = Log<Int>()
    store.onAction { state, action in
      counters.append(state.counter)
      actions.append(action)
    }.dispose(on: disposer)
    store.onAction(on: .main) { state, _ in
      MainActor.assumeIsolated { onMain.append(state.counter) }
    }.dispose(on: disposer)
    store.onAction(on: .main, with: { _ = ($0, $1) }).dispose(on: disposer)
    await store.settle(after: CounterAction.set(4), Noticed())
    #expect(counters.entries == [4, 4])
    #expect(actions.entries.first as? CounterAction == .set(4))
    #expect(actions.entries.last is Noticed)
    #expect(onMain.entries == [4, 4])
  }

  @Test func `Contract 14: disposals are called in order when their disposer is deallocated`() {
    let endings = Log<String>()
    var disposer: Disposer? = Disposer()
    if let disposer {
      Disposable { endings.append("first") }.dispose(on: disposer)
      disposer.add(disposal: Disposable { endings.append("second") })
    }
    disposer = nil
    #expect(endings.entries == ["first", "second"])
  }
}
