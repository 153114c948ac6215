// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

@Suite struct DispatchTests {
  private struct Step: Action { let number: Int }

  @Test @MainActor
  func `Contract 1 and 3: a reducer, an observer, a listener and a component can dispatch`() async {
    final class View: ViewComponent {
      let disposer = Disposer()
      var dispatcher: (any ActionDispatcher)?
      var props = [Int]() {
        didSet { if props.last == 3 { dispatcher?.dispatch(Step(number: 4)) } }
      }
    }
    let box = StoreBox<[Int]>()
    let store = Store(state: [Int]()) { state, action in
      guard let step = action as? Step else { return }
      if step.number == 0 { box.store?.dispatch(Step(number: 1)) }
      // If the dispatched action were reduced by now, it would be the first.
      state.append(step.number)
    }
    box.store = store
    let tokens = [
      store.observe { [weak store] in if $0.last == 1 { store?.dispatch(Step(number: 2)) } },
      store.onAction { [weak store] _, action in
        if (action as? Step)?.number == 2 { store?.dispatch(Step(number: 3)) }
      },
    ]
    let view = View()
    view.dispatcher = store
    view.connect(to: store)
    store.dispatch(Step(number: 0))
    for await steps in store.values() where steps.count == 5 { break }
    #expect(store.state == [0, 1, 2, 3, 4])
    tokens.forEach { $0.dispose() }
    box.store = nil
    view.dispatcher = nil
  }

  @Test func `Contract 3: an action that an observer dispatches is reduced after delivery`() async {
    let order = Recorder<String>()
    let store = Store(state: 0) { state, action in
      guard case .set(let value)? = action as? AppAction else { return }
      order.record("reduce \(value)")
      state = value
    }
    let tokens = ["first", "second"].map { name in
      store.observe { [weak store] value in
        if name == "first", value == 1 { store?.dispatch(AppAction.set(2)) }
        order.record("\(name) \(value)")
      }
    }
    store.dispatch(AppAction.set(1))
    for _ in 0..<2 { await store.settled() }
    #expect(
      order.values.filter { !$0.hasSuffix(" 0") } == [
        "reduce 1", "first 1", "second 1", "reduce 2", "first 2", "second 2",
      ])
    tokens.forEach { $0.dispose() }
  }

  @Test func `Contract 7: observers are notified in subscription order (Pitfall 3)`() async {
    let order = Recorder<Int>()
    let store = makeStore()
    let tokens = (0..<60).map { index in
      switch index % 4 {
      case 0: store.observe { _ in order.record(index) }
      case 1: store.scope(\.counter).observe { _ in order.record(index) }
      case 2: store.onAction { _, _ in order.record(index) }
      default: store.scope { $0.counter * 2 }.observe { _ in order.record(index) }
      }
    }
    await store.settled()
    _ = order.takeValues()
    await store.settle(after: AppAction.increment)
    #expect(order.values == Array(0..<60))
    tokens.forEach { $0.dispose() }
  }

  @Test func `Contract 6: settled does not wait for later actions of the same batch`() async {
    let entered = Gate()
    let begin = Gate()
    let last = Gate()
    let store = Store(state: 0) { state, action in
      guard case .set(let value)? = action as? AppAction else { return }
      if value == 0 {
        entered.open()
        begin.pass()
      }
      if value == 2 { last.pass() }
      state = value
    }
    store.dispatch(AppAction.set(0))
    await entered.opened()
    store.dispatch(AppAction.set(1))
    let isSettled = store.settling()
    store.dispatch(AppAction.set(2))
    begin.open()
    await isSettled.opened()  // The last reducer still waits at its gate.
    last.open()
    await store.settled()
    #expect(store.state == 2)
  }
}
