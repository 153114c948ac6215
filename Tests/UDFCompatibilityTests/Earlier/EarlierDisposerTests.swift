// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF24
import Testing

/// The end of a disposer, as in UDF 2.4 and earlier.
///
/// A suspended queue keeps an action pending until the disposer has ended.
@MainActor @Suite struct EarlierDisposerTests {
  private struct Counted: Action {}

  /// The calls of observers on one queue.
  private final class Calls: @unchecked Sendable {
    // `@unchecked`: all calls come on one serial queue, and the test reads when the store settled.
    var list = [Int]()
  }

  private class CounterView: ViewComponent {
    var disposer = Disposer()
    var history = [Int]()
    var props = 0 { didSet { history.append(props) } }
  }

  private let queue = DispatchQueue(label: "udf.earlier.disposer")
  private let calls = Calls()

  private func makeStore() -> Store<Int> {
    Store(state: 0, reducer: { state, _ in state += 1 }, dispatchQueue: queue)
  }

  /// Dispatches an action, calls `end` while it is pending, and dispatches one more.
  private func dispatch(to store: Store<Int>, _ end: () -> Void) async {
    await store.settled()
    queue.suspend()
    store.dispatch(Counted())
    end()
    store.dispatch(Counted())
    queue.resume()
    await store.settled()
  }

  @Test(arguments: [nil, .main, DispatchQueue(label: "udf.observer")])
  func `What was dispatched before the disposer ends is delivered`(on target: DispatchQueue?) async
  {
    let (store, actions) = (makeStore(), Calls())
    var disposer: Disposer? = Disposer()
    if let disposer {
      store.observe(on: target) { [calls] in calls.list.append($0) }.dispose(on: disposer)
      store.onAction(on: target) { state, _ in actions.list.append(state) }.dispose(on: disposer)
    }
    await dispatch(to: store) { disposer = nil }
    #expect(calls.list == [0, 1])
    #expect(actions.list == [1])
    #expect(store.connections.isEmpty)
  }

  @Test func `A disposer that ends right after observe lets the first value through`() async {
    let store = makeStore()
    var disposer: Disposer? = Disposer()
    if let disposer { store.observe { [calls] in calls.list.append($0) }.dispose(on: disposer) }
    disposer = nil
    store.dispatch(Counted())
    await store.settled()
    #expect(calls.list == [0])
  }

  @Test func `A view whose disposer is replaced receives what was dispatched before`() async {
    let store = makeStore()
    let view = CounterView()
    view.connect(to: store)
    await dispatch(to: store) { view.disposer = Disposer() }
    #expect(view.history == [0, 1])
    #expect(store.connections.isEmpty)
  }

  @Test func `A side effect reaches a store of the earlier versions`() async {
    struct Count: SideEffectProtocol {
      func execute(with dispatcher: ActionDispatcher) { dispatcher.dispatch(Counted()) }
    }
    struct Loaded: Action {}
    let store = Store<Int>(
      state: 0,
      reducer: { state, action -> SideEffect in
        if action is Loaded { return Count() }
        state += 1
        return nil
      })
    store.dispatch(Loaded())
    await store.settled(includingEffects: true)
    #expect(store.state == 1)
  }
}
