// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import Testing

@Suite("UDF code in the Swift 6 mode: stores") struct StoreTests {
  /// A class that owns what it tests. Its reducers are functions of the type rather than of the object,
  /// because a reducer goes to the store's queue.
  class Fixture {
    let disposer = Disposer()
    let states = Log<AppState>()
    lazy var store = Store(state: AppState(), reducer: Fixture.reducer)
    lazy var numberStore = Store(state: 1, reducer: Fixture.reducer)

    static func reducer(state: inout Int, action: any Action) {
      counterReducer(state: &state, action: action)
    }

    static func reducer(state: inout AppState, action: any Action) {
      reducer(state: &state.counter, action: action)
    }

    func start() {
      store.observe { [states] in states.append($0) }.dispose(on: disposer)
    }
  }

  let disposer = Disposer()

  // MARK: Reducers

  @Test("A free function is a reducer")
  func freeFunction() async {
    let store = Store(state: AppState(), reducer: appReducer)
    store.dispatch(CounterAction.incremented)
    store.dispatch(Renamed(name: "somebody"))
    store.dispatch(Noticed())
    await store.settled()
    #expect(store.state == AppState(counter: 1, profile: Profile(name: "somebody", visits: 1)))
  }

  @Test("A method is a reducer, and is chosen among its namesakes by the type of the state")
  func method() async {
    let fixture = Fixture()
    fixture.store.dispatch(CounterAction.set(5))
    fixture.numberStore.dispatch(CounterAction.set(6))
    await fixture.store.settled()
    await fixture.numberStore.settled()
    #expect(fixture.store.state.counter == 5)
    #expect(fixture.numberStore.state == 6)
  }

  @Test("A closure is a reducer, with a label, behind the call, and in a variable")
  func closure() async {
    let reducer: @Sendable (inout Int, any Action) -> Void = { state, _ in state += 3 }
    let labelled = Store(state: 0, reducer: { state, action in state += action is Noticed ? 1 : 0 })
    let trailing = Store(state: 0) { state, _ in state += 2 }
    let inVariable = Store(state: 0, reducer: reducer)
    for store in [labelled, trailing, inVariable] {
      store.dispatch(Noticed())
      await store.settled()
    }
    #expect([labelled, trailing, inVariable].map { $0.state } == [1, 2, 3])
  }

  @Test("A local function that logs its calls is a reducer")
  func localFunction() {
    let calls = Log<String>()
    @Sendable func reducer(state: inout AppState, with action: any Action) {
      calls.append("\(type(of: action))")
    }
    let store = Store(state: AppState(), reducer: reducer)
    store.dispatch(Noticed())
    store.dispatch(CounterAction.incremented)
    store.waitUntilSettled()
    #expect(calls.entries == ["Noticed", "CounterAction"])
  }

  // MARK: Dispatching

  @Test("Contract 2: actions are reduced in the order in which they were dispatched")
  func order() async {
    let store = makeCounterStore()
    [3, 4, 5].map(CounterAction.set).forEach(store.dispatch)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(store.state == 6)
  }

  @Test("A store is handed on as a dispatcher, or as a function")
  func dispatcher() async {
    final class Presenter: Sendable {
      let dispatcher: any ActionDispatcher
      let send: @Sendable (any Action) -> Void

      init(dispatcher: any ActionDispatcher, send: @escaping @Sendable (any Action) -> Void) {
        self.dispatcher = dispatcher
        self.send = send
      }
    }
    let store = makeCounterStore()
    let presenter = Presenter(dispatcher: store, send: store.dispatch)
    presenter.dispatcher.dispatch(CounterAction.set(10))
    presenter.send(CounterAction.decremented)
    await store.settled()
    #expect(store.state == 9)
  }

  @Test("Contract 1: an observer may dispatch")
  func dispatchFromObserver() async {
    let store = makeCounterStore()
    let values = Log<Int>()
    store.observe { value in
      values.append(value)
      if value < 3 { store.dispatch(CounterAction.incremented) }
    }.dispose(on: disposer)
    for await value in store.values where value == 3 { break }
    await store.settled()
    #expect(values.entries == [0, 1, 2, 3])
  }

  // MARK: Observing

  @Test("Contract 11: an observer is told the current value, and then each later one")
  func observe() async {
    let store = makeStore()
    let counters = Log<Int>()
    store.observe { counters.append($0.counter) }.dispose(on: disposer)
    store.dispatch(CounterAction.incremented)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(counters.entries == [0, 1, 2])
  }

  @Test("An observer on the main queue shows what it is told")
  @MainActor func observeOnMain() async {
    let store = makeCounterStore()
    let label = UILabel()
    store.observe(on: .main) { [weak label] value in
      MainActor.assumeIsolated { label?.text = "\(value)" }
    }.dispose(on: disposer)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(label.text == "1")
  }

  @Test("An observer is called on the queue that it asks for")
  func observeOnQueue() async {
    let store = makeCounterStore()
    let queue = DispatchQueue(label: "udf.observer")
    let values = Log<Int>()
    let labelled = Log<Int>()
    store.observe(on: queue) { value in
      dispatchPrecondition(condition: .onQueue(queue))
      values.append(value)
    }.dispose(on: disposer)
    store.observe(on: queue, with: { labelled.append($0) }).dispose(on: disposer)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(values.entries == [0, 1])
    #expect(labelled.entries == [0, 1])
  }

  @Test("An observer writes to what the object that subscribed owns")
  func observeWithSelf() async {
    let fixture = Fixture()
    fixture.start()
    fixture.store.dispatch(CounterAction.set(7))
    await fixture.store.settled()
    #expect(fixture.states.entries.map { $0.counter } == [0, 7])
  }

  @Test("Contract 23: onAction tells each action, with the state that it left behind")
  func onAction() async {
    let store = makeStore()
    let told = Log<Int>()
    let actions = Log<any Action>()
    let onMain = Log<Int>()
    store.onAction { state, action in
      told.append(state.counter)
      actions.append(action)
    }.dispose(on: disposer)
    store.onAction(on: .main) { state, _ in
      MainActor.assumeIsolated { onMain.append(state.counter) }
    }.dispose(on: disposer)
    store.onAction(on: .main, with: { _ = ($0, $1) }).dispose(on: disposer)
    store.dispatch(CounterAction.set(4))
    store.dispatch(Noticed())
    await store.settled()
    #expect(told.entries == [4, 4])
    #expect(actions.entries.first as? CounterAction == .set(4))
    #expect(actions.entries.last is Noticed)
    #expect(onMain.entries == [4, 4])
  }

  // MARK: Disposing

  @Test("Contract 14: what a disposer was given ends when the disposer goes away")
  func disposerGoesAway() async {
    let store = makeCounterStore()
    let values = Log<Int>()
    let endings = Log<String>()
    var disposer: Disposer? = Disposer()
    if let disposer {
      store.observe { values.append($0) }.dispose(on: disposer)
      disposer.add(disposal: store.observe { values.append($0 + 100) })
      Disposable { endings.append("first") }.dispose(on: disposer)
      disposer.add(disposal: Disposable { endings.append("second") })
    }
    await store.settled()
    disposer = nil
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(values.entries == [0, 100])
    #expect(endings.entries == ["first", "second"])
  }

  @Test("Contract 14: a subscription ends when it is disposed of, and its store goes with it")
  func dispose() async {
    let values = Log<Int>()
    weak var weakStore: Store<Int>?
    do {
      let store = makeCounterStore()
      weakStore = store
      let subscription: Disposable = store.observe { values.append($0) }
      await store.settled()
      subscription.dispose()
      store.dispatch(CounterAction.incremented)
      await store.settled()
    }
    #expect(values.entries == [0])
    #expect(weakStore == nil)
  }
}
