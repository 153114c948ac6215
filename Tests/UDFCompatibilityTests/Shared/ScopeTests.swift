// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
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

  @Test func `Contract 9: a scope reads its slice of the store's state`() async {
    let store = makeStore()
    let profile = store.scope(\.profile)
    let name = store.scope(\.profile).scope(\.name)
    #expect(profile.state == Profile())
    #expect(name.state == "Anna")
    await store.settle(after: Renamed(name: "Ben"))
    #expect(profile.state == Profile(name: "Ben", visits: 1))
    #expect(name.state == "Ben")
  }

  @Test func `Contract 12: an observer of a scope is notified only when its slice changes`() async {
    let store = makeStore()
    let counters = Log<Int>()
    let drafts = Log<String?>()
    let names = Log<String>()
    store.scope(\.counter).observe { counters.append($0) }.dispose(on: disposer)
    store.scope(\.draft).observe { drafts.append($0) }.dispose(on: disposer)
    store.scope(\.profile).scope(\.name).observe(on: .main) { names.append($0) }
      .dispose(on: disposer)
    await store.settle(after: CounterAction.set(42), Renamed(name: "Anna"), Noticed())
    #expect(counters.entries == [0, 42])
    #expect(drafts.entries == [nil])
    #expect(names.entries == ["Anna"])
  }

  @Test
  func `Contract 25: listeners of a scope receive all actions with the state of the slice`() async {
    let store = makeStore()
    let counters = Log<Int>()
    let actions = Log<Action>()
    store.scope(\.counter).onAction {
      counters.append($0)
      actions.append($1)
    }.dispose(on: disposer)
    await store.settle(after: CounterAction.set(42), Noticed())
    #expect(counters.entries == [42, 42])
    #expect(actions.entries.first is CounterAction)
    #expect(actions.entries.last is Noticed)
  }

  @Test func `Contract 26: an action dispatched to a scope reaches the whole store`() async {
    let store = makeStore()
    let names = Log<String>()
    store.observe { names.append($0.profile.name) }.dispose(on: disposer)
    store.scope(\.counter).dispatch(Renamed(name: "Ben"))
    await store.settled()
    #expect(names.entries == ["Anna", "Ben"])
  }

  @Test func `Contract 14: a subscription to a scope continues after the scope is released`() async
  {
    let store = makeStore()
    let counters = Log<Int>()
    follow(store.scope(\.counter)) { counters.append($0) }.dispose(on: disposer)
    await store.settle(after: CounterAction.set(2))
    #expect(counters.entries == [0, 2])
  }

  @Test func `Contract 12: generic code observes a store and a key path`() async {
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
