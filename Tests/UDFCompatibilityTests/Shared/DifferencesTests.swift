// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing
import UIKitStandIn

/// The rows of the table of differences on the page of RunnelUDF.
///
/// Each test has the words of a row. It shows the behavior of Runnel, and then the line that gets
/// the behavior of UDF.
@MainActor @Suite struct DifferencesTests {
  private let disposer = Disposer()

  private struct Visit: SideEffectProtocol {
    let visits: Log<Int>

    func execute(with dispatcher: ActionDispatcher) { visits.append(1) }
  }

  /// Dispatches 200 actions and returns after they are reduced, without a turn of the main queue.
  private func dispatchBurst(to store: Store<Int>) {
    let isReduced = DispatchSemaphore(value: 0)
    let token = store.onAction(on: nil) { number, _ in if number == 200 { isReduced.signal() } }
    for _ in 1...200 { store.dispatch(CounterAction.incremented) }
    isReduced.wait()
    token.dispose()
  }

  @Test func `A view receives the newest props, and a burst is one update.`() async {
    let store = makeCounterStore()
    let (view, every) = (NumberView(), EveryNumberView())
    view.connect(to: store)
    every.connect(to: store)
    dispatchBurst(to: store)
    await store.settled()
    #expect(view.history == [0, 200])
    #expect(every.history == Array(0...200))
  }

  @Test func `First props are set before connect returns, unless actions are pending.`() async {
    let store = makeCounterStore(1)
    let (view, later) = (NumberView(), NumberView())
    view.connect(to: store)
    #expect(view.history == [1])
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        MainActor.assumeIsolated { later.connect(to: store) }
        continuation.resume()
      }
      #expect(later.history == [])
    }
    #expect(later.history == [1])
    let queue = DispatchQueue(label: "udf.differences")
    let pending = Store(state: 0, reducer: counterReducer, dispatchQueue: queue)
    queue.suspend()
    pending.dispatch(CounterAction.set(2))
    view.connect(to: pending)
    #expect(view.history == [1])
    queue.resume()
    await pending.settled()
    #expect(view.history == [1, 2])
  }

  @Test func `A store of Runnel's initializers connects components at once.`() async {
    let queue = DispatchQueue(label: "udf.initializers")
    let store = Store(state: 0, reducer: Runnel.Reducer(counterReducer), queue: queue)
    let view = NumberView()
    queue.suspend()
    store.dispatch(CounterAction.set(5))
    view.connect(to: store)
    #expect(view.history == [0])
    queue.resume()
    await store.settled()
    #expect(view.history == [0, 5])
  }

  private class LoadingController: UIViewController, ViewComponent {
    let disposer = Disposer()
    var shown = [Int]()
    var props = 0 {
      didSet {
        guard isViewLoaded else { return }
        shown.append(props)
      }
    }
  }

  @Test func `So guard isViewLoaded skips the first props.`() {
    let store = makeCounterStore(1)
    let (early, loaded) = (LoadingController(), LoadingController())
    early.connect(to: store)
    #expect(early.shown == [])
    loaded.loadViewIfNeeded()
    loaded.connect(to: store)
    #expect(loaded.shown == [1])
  }

  private class ChangedView: ViewComponent {
    let disposer = Disposer()
    var shown = [Int]()
    var props = 0 { didSet { if props != oldValue { shown.append(props) } } }
  }

  @Test func `First props are set even if they equal the current ones.`() {
    let store = makeCounterStore()
    let (view, changed) = (NumberView(), ChangedView())
    view.connect(to: store)
    changed.connect(to: store)
    #expect(view.history == [0])
    #expect(changed.shown == [])
  }

  @Test func `A view receives props on the main queue only.`() async {
    class MainView: ViewComponent {
      let disposer = Disposer()
      var props = 0 { didSet { dispatchPrecondition(condition: .onQueue(.main)) } }
    }
    let store = makeCounterStore()
    let view = MainView()
    view.connect(to: store)
    await Task.detached { await store.settle(after: CounterAction.incremented) }.value
    #expect(view.props == 1)
  }

  @Test func `Connecting again replaces the connection.`() async {
    let (first, second) = (makeCounterStore(1), makeCounterStore(2))
    let view = NumberView()
    view.connect(to: first)
    view.connect(to: second)
    await first.settle(after: CounterAction.incremented)
    await second.settle(after: CounterAction.incremented)
    #expect(view.history == [1, 2, 3])
  }

  @Test func `A service receives one value at a time.`() async {
    class Service: ServiceComponent, @unchecked Sendable {
      // `@unchecked`: the connection sets one value at a time.
      let queue = DispatchQueue(label: "udf.concurrent", attributes: .concurrent)
      let disposer = Disposer()
      var history = [Int]()
      var props = 0 { didSet { history.append(props) } }
    }
    let store = makeCounterStore()
    let service = Service()
    service.connect(to: store)
    for _ in 1...200 { store.dispatch(CounterAction.incremented) }
    await store.settled()
    #expect(service.history == Array(0...200))
  }

  @Test func `A state that equals the last one isn't delivered again.`() async {
    let store = makeCounterStore()
    let (observed, listened) = (Log<Int>(), Log<Int>())
    store.observe(on: nil) { observed.append($0) }.dispose(on: disposer)
    store.onAction(on: nil) { state, _ in listened.append(state) }.dispose(on: disposer)
    await store.settle(after: CounterAction.set(1), CounterAction.set(1))
    #expect(observed.entries == [0, 1])
    #expect(listened.entries == [1, 1])
  }

  @Test func `A key of a reducer belongs to the scope that added it.`() async {
    let store = Store(state: AppState()) { _, _ in }
    let counter = store.scope(\.counter)
    store.add(reducer: counterReducer, state: \.counter, withKey: "key")
    counter.add(reducer: counterReducer, withKey: "key")
    await store.settle(after: CounterAction.incremented)
    #expect(store.state.counter == 2)
    store.remove(reducerWithKey: "key")
    await store.settle(after: CounterAction.incremented)
    #expect(store.state.counter == 3)
  }

  @Test func `Observers and added reducers have an order.`() async {
    let store = Store(state: 1) { _, _ in }
    let calls = Log<Int>()
    for number in 1...20 {
      store.observe(on: nil) { if $0 > 1 { calls.append(number) } }.dispose(on: disposer)
    }
    store.add(reducer: { state, _ in state += 1 }, withKey: "b")
    store.add(reducer: { state, _ in state *= 10 }, withKey: "a")
    await store.settle(after: Noticed())
    #expect(store.state == 20)
    #expect(calls.entries == Array(1...20))
  }

  @Test func `A token that is released ends its subscription.`() async {
    let store = makeCounterStore()
    let (released, disposed) = (Log<Int>(), Log<Int>())
    var token: Disposable? = store.observe(on: nil) { released.append($0) }
    store.observe(on: nil) { disposed.append($0) }.dispose(on: disposer)
    await store.settle(after: CounterAction.set(1))
    _ = token
    token = nil
    await store.settle(after: CounterAction.set(2))
    #expect(released.entries == [0, 1])
    #expect(disposed.entries == [0, 1, 2])
  }

  @Test func `A listener of a scope receives the state after the action.`() async {
    let store = makeStore()
    let counters = Log<Int>()
    store.scope(\.counter).onAction(on: nil) { counter, _ in counters.append(counter) }
      .dispose(on: disposer)
    await store.settle(after: CounterAction.set(1), CounterAction.set(2))
    #expect(counters.entries == [1, 2])
  }

  @Test func `A released store drops side effects that have not started.`() async {
    let visits = Log<Int>()
    func makeStore(_ queue: DispatchQueue) -> Store<Int> {
      Store(
        state: 0, reducer: { _, _ -> SideEffect in Visit(visits: visits) }, dispatchQueue: queue)
    }
    let queue = DispatchQueue(label: "udf.released")
    queue.suspend()
    var released: Store<Int>? = makeStore(queue)
    released?.dispatch(Noticed())
    released = nil
    let kept = makeStore(queue)
    kept.dispatch(Noticed())
    queue.resume()
    await kept.settled(includingEffects: true)
    #expect(visits.entries == [1])
  }
}
