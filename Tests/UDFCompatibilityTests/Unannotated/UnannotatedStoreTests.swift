// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing

// The code in this folder has no concurrency annotations. Only the Swift 5 mode accepts all of it.

/// A function of an app that observes a slice of any store.
func followPlainly<State, Local>(
  _ store: Store<State>,
  at keyPath: KeyPath<State, Local>,
  with observer: @escaping (Local) -> Void
) -> Disposable {
  store.scope(keyPath).observe(with: observer)
}

@Suite struct UnannotatedStoreTests {
  /// An owner of stores whose reducers are methods.
  class Fixture {
    let disposer = Disposer()
    var states = [AppState]()
    var reductions = 0
    lazy var store = Store(state: AppState(), reducer: reducer)
    lazy var numberStore = Store(state: 1, reducer: reducer)

    func reducer(state: inout Int, action: Action) { counterReducer(state: &state, action: action) }

    func reducer(state: inout AppState, action: Action) {
      reductions += 1
      reducer(state: &state.counter, action: action)
    }

    func start() { store.observe { self.states.append($0) }.dispose(on: disposer) }

    func startWeakly() {
      store.observe { [weak self] state in
        guard let self = self else { return }
        self.states.append(state)
      }.dispose(on: disposer)
    }
  }

  let disposer = Disposer()

  @Test func `The type of the state selects the overload of a method that is a reducer`() async {
    let fixture = Fixture()
    fixture.store.dispatch(CounterAction.set(5))
    fixture.numberStore.dispatch(CounterAction.set(6))
    await fixture.store.settled()
    await fixture.numberStore.settled()
    #expect(fixture.store.state.counter == 5)
    #expect(fixture.numberStore.state == 6)
    #expect(fixture.reductions == 1)
  }

  @Test func `A closure in a variable and a local function that counts calls are reducers`() async {
    let inVariable: (inout Int, Action) -> Void = { state, _ in state += 3 }
    var calls = 0
    func counting(state: inout Int, with _: Action) { calls += 1 }
    for store in [Store(state: 0, reducer: inVariable), Store(state: 3, reducer: counting)] {
      store.dispatch(Noticed())
      await store.settled()
      #expect(store.state == 3)
    }
    #expect(calls == 1)
  }

  @Test func `Observers change variables on the queue that they were given`() async {
    let store = makeStore()
    let queue = DispatchQueue(label: "udf.observer")
    var counters = [Int]()
    var names = [String]()
    var onMain = [Bool]()
    var elsewhere = [Bool]()
    store.observe {
      counters.append($0.counter)
      if $0.counter == 42 { store.dispatch(CounterAction.incremented) }
    }.dispose(on: disposer)
    store.scope(\.profile).scope(\.name).observe(on: .main) { names.append($0) }
      .dispose(on: disposer)
    store.scope(\.counter).observe(on: .main, with: { _ in onMain.append(isOnMain) })
      .dispose(on: disposer)
    store.scope(\.counter).observe(on: queue) { _ in elsewhere.append(isOnMain) }
      .dispose(on: disposer)
    store.dispatch(CounterAction.set(42))
    for await value in store.scope(\.counter).values() where value == 43 { break }
    await store.settled()
    #expect(counters == [0, 42, 43])
    #expect(names == ["Anna"])
    #expect(onMain == [true, true, true])
    #expect(elsewhere == [false, false, false])
  }

  @Test func `An observer captures its owner strongly or weakly`() async {
    let strong = Fixture()
    strong.start()
    let weak = Fixture()
    weak.startWeakly()
    for fixture in [strong, weak] {
      await fixture.store.settle(after: CounterAction.set(7))
      #expect(fixture.states.map { $0.counter } == [0, 7])
    }
    strong.disposer.dispose()
  }

  @Test func `onAction changes variables for a store and for a scope`() async {
    let store = makeStore()
    var counters = [Int]()
    var actions = [Action]()
    var onMain = [Bool]()
    store.scope(\.counter).onAction {
      counters.append($0)
      actions.append($1)
    }.dispose(on: disposer)
    store.onAction(on: .main) { _, _ in onMain.append(isOnMain) }.dispose(on: disposer)
    store.onAction(on: .main, with: { _ = ($0, $1) }).dispose(on: disposer)
    await store.settle(after: CounterAction.set(4), Noticed())
    #expect(counters == [4, 4])
    #expect(actions.first as? CounterAction == .set(4))
    #expect(actions.last is Noticed)
    #expect(onMain == [true, true])
  }

  @Test func `Generic code observes a key path in a variable`() async {
    let store = makeStore()
    let keyPath: KeyPath<AppState, Int> = \.counter
    var counters = [Int]()
    followPlainly(store, at: keyPath) { counters.append($0) }.dispose(on: disposer)
    Disposable { counters.append(-1) }.dispose(on: disposer)
    await store.settle(after: CounterAction.set(1))
    disposer.dispose()
    #expect(counters == [0, 1, -1])
  }

  class FakeSideEffect: SideEffectProtocol {
    let body: (ActionDispatcher) -> Void
    var dispatcher: ActionDispatcher?

    init(_ body: @escaping (ActionDispatcher) -> Void) { self.body = body }

    func execute(with dispatcher: ActionDispatcher) {
      self.dispatcher = dispatcher
      body(dispatcher)
    }
  }

  @Test func `Closures and local functions return side effects that are objects`() async {
    let effect = FakeSideEffect { $0.dispatch(CounterAction.set(5)) }
    let inVariable: (inout Int, Action) -> SideEffect = { state, action in
      if action is Noticed {
        return effect
      }
      counterReducer(state: &state, action: action)
      return nil
    }
    func sideEffect(for action: Action) -> SideEffect { action is Noticed ? effect : nil }
    let composed = Runnel.Reducer<Int> {
      Runnel.Reducer { state, action in counterReducer(state: &state, action: action) }
      Runnel.Reducer { _, action in
        let effect = sideEffect(for: action)
        return effect
      }
    }
    for store in [Store(state: 1, reducer: inVariable), Store(state: 1, reducer: composed)] {
      await store.settle(after: Noticed(), includingEffects: true)
      #expect(store.state == 5)
    }
    #expect(effect.dispatcher != nil)
  }
}
