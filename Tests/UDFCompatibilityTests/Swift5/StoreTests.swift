// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import Testing

@Suite("UDF code in the Swift 5 mode: stores") struct StoreTests {
  /// A test case of UDF's own time: a class that owns what it tests, and reducers that are methods.
  class Fixture {
    let disposer = Disposer()
    var states = [AppState]()
    var reductions = 0
    lazy var store = Store(state: AppState(), reducer: reducer)
    lazy var numberStore = Store(state: 1, reducer: reducer)

    func reducer(state: inout Int, action: Action) {
      counterReducer(state: &state, action: action)
    }

    func reducer(state: inout AppState, action: Action) {
      reductions += 1
      reducer(state: &state.counter, action: action)
    }

    func start() {
      store.observe { self.states.append($0) }.dispose(on: disposer)
    }

    func startWeakly() {
      store.observe { [weak self] state in
        guard let self = self else { return }
        self.states.append(state)
      }.dispose(on: disposer)
    }
  }

  let disposer = Disposer()

  // MARK: Reducers

  @Test("A free function is a reducer")
  func freeFunction() async {
    let store = makeStore()
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
    #expect(fixture.reductions == 1)
  }

  @Test("A closure is a reducer, with a label, behind the call, and in a variable")
  func closure() async {
    let labelled = Store(state: 0, reducer: { state, action in state += action is Noticed ? 1 : 0 })
    let trailing = Store(state: 0) { state, _ in state += 2 }
    let inVariable = makeStoreWithVariable()
    for store in [labelled, trailing, inVariable] {
      store.dispatch(Noticed())
      await store.settled()
    }
    #expect([labelled, trailing, inVariable].map { $0.state } == [1, 2, 3])
  }

  private func makeStoreWithVariable() -> Store<Int> {
    let reducer: (inout Int, Action) -> Void = { state, _ in state += 3 }
    return Store(state: 0, reducer: reducer)
  }

  @Test("A local function that counts its calls is a reducer")
  func localFunction() {
    var calls = 0
    func reducer(state: inout AppState, with _: Action) {
      calls += 1
    }
    let store = Store(state: AppState(), reducer: reducer)
    store.dispatch(Noticed())
    store.dispatch(Noticed())
    store.waitUntilSettled()
    #expect(calls == 2)
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
    class Presenter {
      let dispatcher: ActionDispatcher
      let send: (Action) -> Void

      init(dispatcher: ActionDispatcher, send: @escaping (Action) -> Void) {
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
    var values = [Int]()
    store.observe { value in
      values.append(value)
      if value < 3 { store.dispatch(CounterAction.incremented) }
    }.dispose(on: disposer)
    for await value in store.values where value == 3 { break }
    await store.settled()
    #expect(values == [0, 1, 2, 3])
  }

  // MARK: Observing

  @Test("Contract 11: an observer is told the current value, and then each later one")
  func observe() async {
    let store = makeStore()
    var counters = [Int]()
    store.observe { counters.append($0.counter) }.dispose(on: disposer)
    store.dispatch(CounterAction.incremented)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(counters == [0, 1, 2])
  }

  @Test("An observer is called on the queue that it asks for")
  func observeOnQueue() async {
    let store = makeCounterStore()
    let queue = DispatchQueue(label: "udf.observer")
    var onMain = [Bool]()
    var elsewhere = [Bool]()
    var all = [Int]()
    store.observe(on: .main) { _ in onMain.append(isOnMain) }.dispose(on: disposer)
    store.observe(on: queue) { _ in elsewhere.append(isOnMain) }.dispose(on: disposer)
    store.observe(on: .main, with: { all.append($0) }).dispose(on: disposer)
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(onMain == [true, true])
    #expect(elsewhere == [false, false])
    #expect(all == [0, 1])
  }

  @Test("An observer refers to the object that subscribed, strongly or weakly")
  func observeWithSelf() async {
    let strong = Fixture()
    strong.start()
    let weak = Fixture()
    weak.startWeakly()
    for fixture in [strong, weak] {
      fixture.store.dispatch(CounterAction.set(7))
      await fixture.store.settled()
      #expect(fixture.states.map { $0.counter } == [0, 7])
    }
    strong.disposer.dispose()
  }

  @Test("Contract 23: onAction tells each action, with the state that it left behind")
  func onAction() async {
    let store = makeStore()
    var told = [Int]()
    var actions = [Action]()
    var onMain = [Bool]()
    store.onAction { state, action in
      told.append(state.counter)
      actions.append(action)
    }.dispose(on: disposer)
    store.onAction(on: .main) { _, _ in onMain.append(isOnMain) }.dispose(on: disposer)
    store.onAction(on: .main, with: { _ = ($0, $1) }).dispose(on: disposer)
    store.dispatch(CounterAction.set(4))
    store.dispatch(Noticed())
    await store.settled()
    #expect(told == [4, 4])
    #expect(actions.first as? CounterAction == .set(4))
    #expect(actions.last is Noticed)
    #expect(onMain == [true, true])
  }

  // MARK: Disposing

  @Test("Contract 14: what a disposer was given ends when the disposer goes away")
  func disposer() async {
    let store = makeCounterStore()
    var values = [Int]()
    var endings = [String]()
    var disposer: Disposer? = Disposer()
    if let disposer = disposer {
      store.observe { values.append($0) }.dispose(on: disposer)
      disposer.add(disposal: store.observe { values.append($0 + 100) })
      Disposable { endings.append("first") }.dispose(on: disposer)
      disposer.add(disposal: Disposable { endings.append("second") })
    }
    await store.settled()
    disposer = nil
    store.dispatch(CounterAction.incremented)
    await store.settled()
    #expect(values == [0, 100])
    #expect(endings == ["first", "second"])
  }

  @Test("Contract 14: a subscription ends when it is disposed of, and its store goes with it")
  func dispose() async {
    var values = [Int]()
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
    #expect(values == [0])
    #expect(weakStore == nil)
  }
}
