// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing

@Suite struct SideEffectTests {
  struct FakeAction: Action {}
  struct OtherFakeAction: Action {}

  final class FakeSideEffect: SideEffectProtocol {
    let body: @Sendable (ActionDispatcher) -> Void
    let onDeinit: @Sendable () -> Void

    init(
      _ body: @escaping @Sendable (ActionDispatcher) -> Void,
      onDeinit: @escaping @Sendable () -> Void = {}
    ) {
      self.body = body
      self.onDeinit = onDeinit
    }

    deinit { onDeinit() }

    func execute(with dispatcher: ActionDispatcher) { body(dispatcher) }
  }

  static func reducer(state: inout Int, action: Action) -> SideEffect {
    guard action is FakeAction else {
      counterReducer(state: &state, action: action)
      return nil
    }
    return FakeSideEffect { $0.dispatch(CounterAction.set(5)) }
  }

  @Test func `A reducer that returns a side effect is a function, a closure or a variable`() async {
    let effect = FakeSideEffect { $0.dispatch(CounterAction.set(5)) }
    let inVariable: @Sendable (inout Int, Action) -> SideEffect = { state, action in
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
      Store(
        state: 1,
        reducer: Runnel.Reducer {
          Runnel.Reducer { _, action in combine { action is FakeAction ? effect : nil } }
          Runnel.Reducer(counterReducer)
        }),
    ]
    for store in stores {
      await store.settle(after: FakeAction(), includingEffects: true)
      #expect(store.state == 5)
    }
  }

  @Test func `A side effect can be a value, and one reducer can return several types`() async {
    struct Adding: SideEffectProtocol {
      func execute(with dispatcher: ActionDispatcher) {
        dispatcher.dispatch(CounterAction.incremented)
      }
    }
    struct Setting: SideEffectProtocol {
      func execute(with dispatcher: ActionDispatcher) { dispatcher.dispatch(CounterAction.set(10)) }
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
    await store.settle(after: FakeAction(), includingEffects: true)
    await store.settle(after: OtherFakeAction(), includingEffects: true)
    #expect(store.state == 11)
  }

  @Test func `The dispatcher is the store, also for an action dispatched to a scope`() async {
    let dispatchers = Log<ActionDispatcher>()
    let effect = FakeSideEffect { dispatchers.append($0) }
    let store = Store(state: AppState()) { _, action in
      if action is FakeAction { return effect }
      return nil
    }
    store.scope(\.counter).dispatch(FakeAction())
    await store.settle(after: FakeAction(), includingEffects: true)
    #expect(dispatchers.entries.count == 2)
    #expect(dispatchers.entries.allSatisfy { $0 as? Store<AppState> === store })
  }

  @Test func `A side effect retains its store until it has been executed`() async {
    let (entries, enter) = AsyncStream.makeStream(of: Void.self)
    let (ends, end) = AsyncStream.makeStream(of: Int.self)
    let isReleased = DispatchSemaphore(value: 0)
    weak var weakStore: Store<Int>?
    do {
      let effect = FakeSideEffect { dispatcher in
        enter.yield()
        isReleased.wait()
        end.yield((dispatcher as? Store<Int>)?.state ?? 0)
      }
      let store = Store(state: 7) { _, action in
        if action is FakeAction { return effect }
        return nil
      }
      weakStore = store
      store.dispatch(FakeAction())
      for await _ in entries { break }
    }
    #expect(weakStore != nil)
    isReleased.signal()
    for await state in ends {
      #expect(state == 7)
      break
    }
  }

  @Test func `Four blocked side effects do not delay a fifth, also in one effect`() async {
    let isReleased = DispatchSemaphore(value: 0)
    let (executions, executed) = AsyncStream.makeStream(of: Void.self)
    let blocked = FakeSideEffect { _ in isReleased.wait() }
    let fifth = FakeSideEffect { _ in executed.yield() }
    let single = Store(state: 1) { _, action in
      if action is FakeAction { return blocked }
      if action is OtherFakeAction { return fifth }
      return nil
    }
    let merging = Store(
      state: 1,
      reducer: .on { _, _ in
        .merge([blocked, blocked, blocked, blocked, fifth].map { .execute($0) })
      })
    for _ in 0..<4 { single.dispatch(FakeAction()) }
    single.dispatch(OtherFakeAction())
    merging.dispatch(FakeAction())
    var iterator = executions.makeAsyncIterator()
    for _ in 0..<2 { await iterator.next() }
    for _ in 0..<8 { isReleased.signal() }
    await single.settled(includingEffects: true)
    await merging.settled(includingEffects: true)
  }

  @Test func `combine executes side effects in order and skips nil`() async {
    let executed = Log<Int>()
    @Sendable func reducer(_ number: Int, _ action: Action) -> SideEffect {
      if action is FakeAction { return FakeSideEffect { _ in executed.append(number) } }
      return nil
    }
    let store = Store(state: 0) { _, action -> SideEffect in
      combine {
        reducer(1, action)
        reducer(2, OtherFakeAction())
        combine {
          reducer(3, action)
          reducer(4, action)
        }
        reducer(5, action)
      }
    }
    await store.settle(after: FakeAction(), includingEffects: true)
    #expect(executed.entries == [1, 3, 4, 5])
  }

  @Test func `All side effects of composed reducers are executed, and concat orders them`() async {
    let executed = Log<Int>()
    @Sendable func effect(_ number: Int) -> SideEffectProtocol {
      FakeSideEffect { _ in executed.append(number) }
    }
    let composed = Store(
      state: 1,
      reducer: Runnel.Reducer {
        Runnel.Reducer { _, action in
          if action is FakeAction { return effect(1) }
          return nil
        }
        Runnel.Reducer { _, action in
          guard action is FakeAction else { return nil }
          return effect(2)
        }
        Runnel.Reducer(counterReducer)
        Runnel.Reducer(Self.reducer)
      })
    await composed.settle(after: FakeAction(), includingEffects: true)
    #expect(executed.entries.sorted() == [1, 2])
    #expect(composed.state == 5)

    let inOrder = Store(
      state: 1,
      reducer: .on { _, _ in .concatenate((11...20).map { .execute(effect($0)) }) })
    await inOrder.settle(after: FakeAction(), includingEffects: true)
    #expect(Array(executed.entries.suffix(10)) == Array(11...20))
  }

  @Test func `A side effect is released after it has been executed`() async {
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
    await store.settle(after: FakeAction(), includingEffects: true)
    #expect(store.state == 2)
    // The task releases the side effect shortly after the effect has ended.
    var iterator = ends.makeAsyncIterator()
    #expect(await iterator.next() == "deinit")
  }
}
