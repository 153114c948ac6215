// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import Testing

@Suite("UDF code in the Swift 6 mode: side effects") struct SideEffectTests {
  struct FakeAction: Action {}
  struct OtherFakeAction: Action {}

  final class FakeSideEffect: SideEffect {
    let body: @Sendable (any ActionDispatcher) -> Void
    let onDeinit: @Sendable () -> Void

    init(
      _ body: @escaping @Sendable (any ActionDispatcher) -> Void = { _ in },
      onDeinit: @escaping @Sendable () -> Void = {}
    ) {
      self.body = body
      self.onDeinit = onDeinit
    }

    deinit { onDeinit() }

    func execute(with dispatcher: any ActionDispatcher) { body(dispatcher) }
  }

  let disposer = Disposer()

  // MARK: Reducers that return objects

  static func reducer(state: inout Int, action: any Action) -> (any SideEffect)? {
    guard action is FakeAction else {
      counterReducer(state: &state, action: action)
      return nil
    }
    return FakeSideEffect { $0.dispatch(CounterAction.set(5)) }
  }

  @Test("A side effect is executed: of a function, a closure, and a closure in a variable")
  func execution() async {
    let effect = FakeSideEffect { $0.dispatch(CounterAction.set(5)) }
    let inVariable: @Sendable (inout Int, any Action) -> (any SideEffect)? = { state, action in
      if action is FakeAction {
        return effect
      }
      counterReducer(state: &state, action: action)
      return nil
    }
    let stores = [
      Store(state: 1, reducer: Self.reducer),
      Store(state: 1, reducer: inVariable),
      Store(state: 1) { state, action in
        counterReducer(state: &state, action: action)
        return action is FakeAction ? effect : nil
      },
      Store(
        state: 1,
        reducer: { state, action in
          guard action is CounterAction else { return effect }
          counterReducer(state: &state, action: action)
          return nil
        }),
    ]
    for store in stores {
      store.dispatch(FakeAction())
      await store.settled(includingEffects: true)
      #expect(store.state == 5)
    }
  }

  @Test("A side effect may be a value, and one reducer may return several types")
  func values() async {
    struct Adding: SideEffect {
      func execute(with dispatcher: any ActionDispatcher) {
        dispatcher.dispatch(CounterAction.incremented)
      }
    }
    struct Setting: SideEffect {
      func execute(with dispatcher: any ActionDispatcher) {
        dispatcher.dispatch(CounterAction.set(10))
      }
    }
    let store = Store(state: 0) { state, action in
      switch action {
      case is FakeAction: return Setting()
      case is OtherFakeAction: return Adding()
      default:
        counterReducer(state: &state, action: action)
        return nil
      }
    }
    store.dispatch(FakeAction())
    await store.settled(includingEffects: true)
    store.dispatch(OtherFakeAction())
    await store.settled(includingEffects: true)
    #expect(store.state == 11)
  }

  // MARK: The dispatcher

  @Test("The dispatcher can be used after execute has returned, from any queue")
  func dispatcherOutlives() async {
    let dispatchers = Log<any ActionDispatcher>()
    let effect = FakeSideEffect { dispatchers.append($0) }
    let store = Store(state: 1) { state, action in
      counterReducer(state: &state, action: action)
      return action is FakeAction ? effect : nil
    }
    store.dispatch(FakeAction())
    await store.settled(includingEffects: true)
    #expect(dispatchers.entries.count == 1)
    guard let dispatcher = dispatchers.entries.first else { return }
    dispatcher.dispatch(CounterAction.set(2))
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        dispatcher.dispatch(CounterAction.incremented)
        continuation.resume()
      }
    }
    await store.settled()
    #expect(store.state == 3)
  }

  @Test("The dispatcher does not keep the store, and does nothing when that has gone")
  func dispatcherAfterTheStore() async {
    let dispatchers = Log<any ActionDispatcher>()
    weak var weakStore: Store<Int>?
    do {
      let effect = FakeSideEffect { dispatchers.append($0) }
      let store = Store(state: 1) { _, action in
        if action is FakeAction { return effect }
        return nil
      }
      weakStore = store
      store.dispatch(FakeAction())
      await store.settled(includingEffects: true)
    }
    #expect(weakStore == nil)
    #expect(dispatchers.entries.count == 1)
    dispatchers.entries.first?.dispatch(CounterAction.incremented)
  }

  // MARK: Long ones

  @Test("A long side effect blocks neither the reducers nor the next side effect")
  func longSideEffect() async {
    let end = DispatchSemaphore(value: 0)
    let executed = DispatchSemaphore(value: 0)
    // It waits on a queue of its own: tasks must not block.
    let long = FakeSideEffect { dispatcher in
      DispatchQueue(label: "udf.long").async {
        end.wait()
        dispatcher.dispatch(CounterAction.set(100))
        executed.signal()
      }
    }
    let next = FakeSideEffect { $0.dispatch(CounterAction.incremented) }
    let store = Store(state: 1) { state, action in
      counterReducer(state: &state, action: action)
      if action is FakeAction { return long }
      if action is OtherFakeAction { return next }
      return nil
    }
    store.dispatch(FakeAction())
    store.dispatch(OtherFakeAction())
    await store.settled(includingEffects: true)
    #expect(store.state == 2)
    end.signal()
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "udf.waiting").async {
        executed.wait()
        continuation.resume()
      }
    }
    await store.settled()
    #expect(store.state == 100)
  }

  @Test("A side effect that blocks in execute does not block the reducers")
  func blockingSideEffect() async {
    let end = DispatchSemaphore(value: 0)
    let store = Store(state: 1) { state, action in
      counterReducer(state: &state, action: action)
      if action is FakeAction { return FakeSideEffect { _ in end.wait() } }
      return nil
    }
    store.dispatch(FakeAction())
    store.dispatch(CounterAction.incremented)
    // By a queue, because the one thread that tasks may have is blocked on a machine with one core.
    let state = await withCheckedContinuation { continuation in
      DispatchQueue(label: "udf.waiting").async {
        store.waitUntilSettled()
        let state = store.state
        end.signal()
        continuation.resume(returning: state)
      }
    }
    #expect(state == 2)
    await store.settled(includingEffects: true)
  }

  // MARK: Several

  @Test("Several side effects are combined by merge, and nil is none")
  func merge() async {
    let executed = Log<Int>()
    @Sendable func effect(_ number: Int) -> (any SideEffect)? {
      number == 0 ? nil : FakeSideEffect { _ in executed.append(number) }
    }
    let store = Store(state: 1) { state, action in
      guard action is FakeAction else { return .none }
      return .merge([1, 0, 2, 3].compactMap(effect).map { .execute($0) })
    }
    store.dispatch(FakeAction())
    await store.settled(includingEffects: true)
    #expect(executed.entries.sorted() == [1, 2, 3])
  }

  @Test("Side effects of composed reducers are all executed, in the order of concat if it matters")
  func composition() async {
    let executed = Log<Int>()
    @Sendable func effect(_ number: Int) -> any SideEffect {
      FakeSideEffect { _ in executed.append(number) }
    }
    let composed = Store(
      state: 1,
      reducer: Reducer {
        Reducer.effects { _, action in
          if action is FakeAction { return effect(1) }
          return nil
        }
        Reducer.effects { _, action in
          guard action is FakeAction else { return nil }
          return effect(2)
        }
        Reducer(counterReducer)
        Reducer.effects(Self.reducer)
      })
    composed.dispatch(FakeAction())
    await composed.settled(includingEffects: true)
    #expect(executed.entries.sorted() == [1, 2])
    #expect(composed.state == 5)

    let inOrder = Store(state: 1) { _, action in
      guard action is FakeAction else { return .none }
      return .concat((11...20).map { .execute(effect($0)) })
    }
    inOrder.dispatch(FakeAction())
    await inOrder.settled(includingEffects: true)
    #expect(Array(executed.entries.suffix(10)) == Array(11...20))
  }

  // MARK: Lifetime and scopes

  @Test("A side effect goes away when it has been executed", .timeLimit(.minutes(1)))
  func deinitAfterExecution() async {
    let (ends, end) = AsyncStream.makeStream(of: String.self)
    let store = Store(state: 1) { state, action in
      counterReducer(state: &state, action: action)
      if action is FakeAction {
        return FakeSideEffect {
          $0.dispatch(CounterAction.incremented)
        } onDeinit: {
          end.yield("deinit")
        }
      }
      return nil
    }
    store.dispatch(FakeAction())
    await store.settled(includingEffects: true)
    #expect(store.state == 2)
    // The task lets go of it a moment after the effect has ended.
    var iterator = ends.makeAsyncIterator()
    #expect(await iterator.next() == "deinit")
  }

  @Test("A side effect is executed for an action that was dispatched to a scope")
  func scope() async {
    let executed = Log<String>()
    let store = Store(state: AppState()) { _, action in
      if action is FakeAction { return FakeSideEffect { _ in executed.append("executed") } }
      return nil
    }
    store.scope(\.counter).dispatch(FakeAction())
    await store.settled(includingEffects: true)
    #expect(executed.entries == ["executed"])
  }
}
