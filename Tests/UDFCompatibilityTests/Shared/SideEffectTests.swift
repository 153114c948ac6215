// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing

@Suite struct SideEffectTests {
  struct FakeAction: Action {}
  struct OtherFakeAction: Action {}

  final class FakeSideEffect: SideEffect {
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

  // MARK: Reducers that return objects

  static func reducer(state: inout Int, action: Action) -> SideEffect? {
    guard action is FakeAction else {
      counterReducer(state: &state, action: action)
      return nil
    }
    return FakeSideEffect { $0.dispatch(CounterAction.set(5)) }
  }

  @Test func `A reducer that returns a side effect is a function, a closure or a variable`() async {
    let effect = FakeSideEffect { $0.dispatch(CounterAction.set(5)) }
    let inVariable: @Sendable (inout Int, Action) -> SideEffect? = { state, action in
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
      await store.settle(after: FakeAction(), includingEffects: true)
      #expect(store.state == 5)
    }
  }

  @Test func `A side effect can be a value, and one reducer can return several types`() async {
    struct Adding: SideEffect {
      func execute(with dispatcher: ActionDispatcher) {
        dispatcher.dispatch(CounterAction.incremented)
      }
    }
    struct Setting: SideEffect {
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

  // MARK: The dispatcher

  @Test
  func `The dispatcher does not retain the store and ignores actions after it is released`() async {
    let dispatchers = Log<ActionDispatcher>()
    weak var weakStore: Store<Int>?
    do {
      let effect = FakeSideEffect { dispatchers.append($0) }
      let store = Store(state: 1) { _, action in
        if action is FakeAction { return effect }
        return nil
      }
      weakStore = store
      await store.settle(after: FakeAction(), includingEffects: true)
    }
    #expect(weakStore == nil)
    #expect(dispatchers.entries.count == 1)
    dispatchers.entries.first?.dispatch(CounterAction.incremented)
  }

  // MARK: Several side effects

  @Test func `All side effects of composed reducers are executed, and concat orders them`() async {
    let executed = Log<Int>()
    @Sendable func effect(_ number: Int) -> SideEffect {
      FakeSideEffect { _ in executed.append(number) }
    }
    let composed = Store(
      state: 1,
      reducer: Reducer {
        Reducer { _, action in
          if action is FakeAction { return effect(1) }
          return nil
        }
        Reducer { _, action in
          guard action is FakeAction else { return nil }
          return effect(2)
        }
        Reducer(counterReducer)
        Reducer(Self.reducer)
      })
    await composed.settle(after: FakeAction(), includingEffects: true)
    #expect(executed.entries.sorted() == [1, 2])
    #expect(composed.state == 5)

    let inOrder = Store(
      state: 1,
      reducer: .on { _, action in
        guard action is FakeAction else { return .none }
        return .concatenate((11...20).map { .execute(effect($0)) })
      })
    await inOrder.settle(after: FakeAction(), includingEffects: true)
    #expect(Array(executed.entries.suffix(10)) == Array(11...20))
  }

  // MARK: Lifetime and scopes

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
