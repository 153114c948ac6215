// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF24
import Testing

/// One line for all views of a module, which the page of RunnelUDF names.
extension ViewComponent { var delivery: Delivery { .every } }

struct Counted: Action {}

private let reducer: Reducer<Int> = { state, _ in state += 1 }

class CounterView: ViewComponent {
  var disposer = Disposer()
  var history = [Int]()
  var props = 0 { didSet { history.append(props) } }
}

@Suite struct EveryChangeTests {
  @Test @MainActor func `The same, for all views of an app.`() async {
    let store = Store(state: 0) { state, _ in state += 1 }
    let view = CounterView()
    view.connect(to: store)
    for _ in 1...3 { store.dispatch(Counted()) }
    await store.settled()
    #expect(view.history == [0, 1, 2, 3])
  }
}

/// The defaults of UDF 2.4 and earlier.
@Suite struct EarlierObservationTests {
  private final class Calls: @unchecked Sendable {
    // `@unchecked`: all calls come on `queue`, and the test reads `list` after the store settled.
    static let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "udf.earlier")
    var list = [String]()

    init() { queue.setSpecific(key: Self.key, value: true) }

    func append(_ call: String) {
      let isOnQueue = DispatchQueue.getSpecific(key: Self.key) ?? false
      list.append("\(call) \(isOnQueue)")
    }
  }

  private let calls = Calls()
  private let disposer = Disposer()

  private func observeGenerically<S: StoreProtocol>(_ store: S) where S.State == Int {
    store.observe { [calls] in calls.append("state \($0)") }.dispose(on: disposer)
    store.onAction { [calls] state, _ in calls.append("action \(state)") }.dispose(on: disposer)
  }

  @Test func `observe and onAction call closures on the store's queue by default`() async {
    let store = Store(state: 0, reducer: reducer, dispatchQueue: calls.queue)
    store.observe { [calls] in calls.append("state \($0)") }.dispose(on: disposer)
    store.onAction { [calls] state, _ in calls.append("action \(state)") }.dispose(on: disposer)
    observeGenerically(store)
    store.dispatch(Counted())
    await store.settled()
    let expected = ["action 1 true", "state 0 true", "state 1 true"]
    #expect(calls.list.sorted() == expected.flatMap { [$0, $0] })
  }
}

/// The end of a disposer, as in UDF 2.4 and earlier.
///
/// A suspended queue keeps an action pending until the disposer has ended.
@MainActor @Suite struct EarlierDisposerTests {
  /// The calls of observers on one queue.
  private final class Calls: @unchecked Sendable {
    // `@unchecked`: all calls come on one serial queue, and the test reads when the store settled.
    var list = [Int]()
  }

  private let queue = DispatchQueue(label: "udf.earlier.disposer")
  private let calls = Calls()

  private func makeStore() -> Store<Int> {
    Store(state: 0, reducer: reducer, dispatchQueue: queue)
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
