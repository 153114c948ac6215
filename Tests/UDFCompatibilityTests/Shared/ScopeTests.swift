// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing

/// A function of an app that observes any store.
func follow<State>(
  _ store: Store<State>,
  with observer: @escaping @Sendable (State) -> Void
) -> Disposable {
  store.observe(on: .main, with: observer)
}

func follow<State, Local: Sendable>(
  _ store: Store<State>,
  at keyPath: any KeyPath<State, Local> & Sendable,
  with observer: @escaping @Sendable (Local) -> Void
) -> Disposable {
  store.scope(keyPath).observe(with: observer)
}

@Suite struct ScopeTests {
  let disposer = Disposer()

  @Test func `Contract 12: generic code observes a store and a key path (Pitfall 12)`() async {
    let store = makeStore()
    let states = Log<AppState>()
    let counters = Log<Int>()
    follow(store) { states.append($0) }.dispose(on: disposer)
    follow(store, at: \.counter) { counters.append($0) }.dispose(on: disposer)
    await store.settle(after: Noticed())
    await store.settle(after: CounterAction.set(1), CounterAction.set(1))
    #expect(states.entries.map { $0.counter } == [0, 1])
    #expect(counters.entries == [0, 1])
  }

  @Test func `A scope is created from a key path in a variable`() {
    let store = makeStore()
    let untyped = \AppState.profile.name
    let typed: any KeyPath<AppState, String> & Sendable = \.profile.name
    #expect(store.scope(untyped).state == "Anna")
    #expect(store.scope(typed).state == "Anna")
  }
}
