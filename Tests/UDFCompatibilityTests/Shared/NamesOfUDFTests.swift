// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing

/// The names of UDF 2.1, 2.2 and 2.5 that Runnel doesn't have.
@Suite struct NamesOfUDFTests {
  private let disposer = Disposer()

  @Test func `Reducer is the type of a closure`() async {
    let reducer: @Sendable (inout Int, Action) -> Void = counterReducer
    let plain: Reducer<Int> = reducer
    var state = 1
    plain(&state, CounterAction.incremented)
    #expect(state == 2)
    let effects: SideEffectReducer<Int> = { _, _ in nil }
    #expect(effects(&state, Noticed()) == nil)
    let composed = Runnel.Reducer<AppState> { Runnel.Reducer(reducer).scope(\.counter) }
    let store = Store(state: AppState(), reducer: composed)
    await store.settle(after: CounterAction.incremented)
    #expect(store.state.counter == 1)
  }

  @Test func `Pitfall 14: two owners can use one key, each with its own reducer`() async {
    let store = Store(state: 0) { _, _ in }
    let counter = store.scope(\.self)
    let other = Disposer()
    let adding: @Sendable (Int) -> @Sendable (inout Int, Action) -> Void = { step in
      { number, _ in number += step }
    }
    store.add(reducer: adding(1), withKey: "key", ownedBy: disposer)
    store.add(reducer: adding(10), withKey: "key", ownedBy: other)
    counter.add(reducer: adding(100), withKey: "key")
    await store.settle(after: Noticed())
    #expect(store.state == 111)
    other.dispose()
    store.remove(reducerWithKey: "key", ownedBy: disposer)
    await store.settle(after: Noticed())
    #expect(store.state == 211)
    counter.remove(reducerWithKey: "key")
    await store.settle(after: Noticed())
    #expect(store.state == 211)
  }

  @Test func `a keyed reducer of a slice ends with its owner`() async {
    let store = Store(state: AppState()) { _, _ in }
    let disposer = Disposer()
    store.add(
      reducer: { $0 += $1 is Noticed ? 1 : 0 }, state: \.counter, withKey: "", ownedBy: disposer)
    await store.settle(after: Noticed())
    disposer.dispose()
    await store.settle(after: Noticed())
    #expect(store.state.counter == 1)
  }

  @Test func `dispatchQueue: is the target of the store's queue`() async {
    let key = DispatchSpecificKey<String>()
    let queue = DispatchQueue(label: "udf.reducers")
    queue.setSpecific(key: key, value: "reducers")
    let calls = Log<String?>()
    let plain = Store(
      state: 0, reducer: { _, _ in calls.append(DispatchQueue.getSpecific(key: key)) },
      dispatchQueue: queue)
    let effects = Store(
      state: 0,
      reducer: { _, _ -> SideEffect in
        calls.append(DispatchQueue.getSpecific(key: key))
        return nil
      },
      dispatchQueue: queue)
    for store in [plain, effects] { await store.settle(after: Noticed()) }
    #expect(calls.entries == ["reducers", "reducers"])
  }

  @Test func `A transform is a scope`() async {
    let store = makeStore()
    let doubled: Store<Int> = store.scope(transform: { 2 * $0.counter })
    await store.settle(after: CounterAction.set(4))
    #expect(doubled.state == 8)
  }

  @Test func `shouldUpdateLocalState: receives the new and the last delivered state`() async {
    let store = makeStore()
    let (pairs, counters) = (Log<[Int]>(), Log<Int>())
    let growing: AnyWritableProxyStore<Int> = store.scope(
      \.counter,
      shouldUpdateLocalState: { new, old in
        pairs.append([new, old])
        return new > old
      })
    growing.observe(on: nil) { counters.append($0) }.dispose(on: disposer)
    await store.settle(
      after: CounterAction.set(5), CounterAction.set(3), CounterAction.set(4), CounterAction.set(6))
    #expect(pairs.entries == [[5, 0], [3, 5], [4, 5], [6, 5]])
    #expect(counters.entries == [0, 5, 6])
  }

  private func use<S: StoreProtocol>(_ store: S, _ log: Log<Int>) async where S.State == AppState {
    store.observe { state in
      MainActor.assumeIsolated { log.append(state.counter) }
    }.dispose(on: disposer)
    store.onAction { state, _ in
      MainActor.assumeIsolated { log.append(100 + state.counter) }
    }.dispose(on: disposer)
    let child: AnyProxyStore<Int> = store.scope(\.counter)
    child.observe(on: nil) { log.append(1_000 + $0) }.dispose(on: disposer)
    store.add(reducer: counterReducer, state: \.counter, withKey: "key")
    store.dispatch(CounterAction.set(7))
    store.remove(reducerWithKey: "key")
    store.dispatch(CounterAction.set(8))
  }

  @Test func `StoreProtocol observes on the main queue, scopes, dispatches and adds`() async {
    let store = Store(state: AppState()) { _, _ in }
    let log = Log<Int>()
    await use(store, log)
    await store.settled()
    #expect(log.entries.sorted() == [0, 7, 107, 107, 1_000, 1_007])
    #expect(store.state.counter == 7)
  }

  private final class Sounds: Component, @unchecked Sendable {
    static let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "udf.sounds")
    let disposer = Disposer()
    let isOnQueue = Log<Bool>()
    var props = 0 {
      didSet { isOnQueue.append(DispatchQueue.getSpecific(key: Self.key) ?? false) }
    }

    init() { queue.setSpecific(key: Self.key, value: true) }
  }

  private struct Tripling: Mapper {
    func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { 3 * state }
  }

  @Test func `A component receives props on its queue`() async {
    let store = makeStore()
    let sounds = Sounds()
    sounds.connect(to: store, by: Tripling(), state: \.counter)
    await store.settle(after: CounterAction.set(2))
    #expect(sounds.isOnQueue.entries == [true, true])
    #expect(sounds.props == 6)
  }

  /// A listener of UDF 2.1, which receives props in a property.
  private final class PropertyListener: ActionListener, @unchecked Sendable {
    var queue: DispatchQueue { .main }
    let disposer = Disposer()
    var history = [String]()
    var props = "" { didSet { history.append(props) } }
  }

  /// A listener of UDF 2.2, which receives props in a method.
  private final class MethodListener: ActionListener, @unchecked Sendable {
    var queue: DispatchQueue { .main }
    let disposer = Disposer()
    var history = [String]()

    func update(props: String) {
      dispatchPrecondition(condition: .onQueue(.main))
      history.append(props)
    }
  }

  @Test @MainActor func `A listener receives props in a property or in a method`() async {
    let store = makeStore()
    let (property, method) = (PropertyListener(), MethodListener())
    property.connect(
      to: store,
      stateAndActionsToProps: { (counter: Int, action, dispatcher) in
        if action is Noticed { dispatcher.dispatch(CounterAction.set(3)) }
        return "\(type(of: action)) \(counter)"
      },
      transform: { $0.counter })
    method.connect(to: store) { state, action in "\(type(of: action)) \(state.counter)" }
    await store.settle(after: CounterAction.set(2), Noticed())
    await store.settled()
    #expect(property.history == ["CounterAction 2", "Noticed 2", "CounterAction 3"])
    #expect(method.history == property.history)
  }

  @MainActor private final class Cell: Propsable { var props = 0 }

  @MainActor private func show<View: Propsable>(_ props: View.Props, in view: View) {
    view.props = props
  }

  @Test @MainActor func `A cell has props without a store`() {
    let cell = Cell()
    show(5, in: cell)
    #expect(cell.props == 5)
  }
}
