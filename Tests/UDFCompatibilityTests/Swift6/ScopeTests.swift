// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import Testing

/// How a reusable function of an app follows part of any store.
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

@Suite("UDF code in the Swift 6 mode: scopes") struct ScopeTests {
  let disposer = Disposer()

  @Test("Contract 9: a scope has the state of its part of the store")
  func state() async {
    let store = makeStore()
    let profile = store.scope(\.profile)
    let name = store.scope(\.profile).scope(\.name)
    #expect(profile.state == Profile())
    #expect(name.state == "nobody")
    store.dispatch(Renamed(name: "somebody"))
    await store.settled()
    #expect(profile.state == Profile(name: "somebody", visits: 1))
    #expect(name.state == "somebody")
  }

  @Test("Contract 12: an observer of a scope is told only of changes of its part")
  func observe() async {
    let store = makeStore()
    let counters = Log<Int>()
    let drafts = Log<String?>()
    let names = Log<String>()
    store.scope(\.counter).observe { counters.append($0) }.dispose(on: disposer)
    store.scope(\.draft).observe { drafts.append($0) }.dispose(on: disposer)
    store.scope(\.profile).scope(\.name).observe(on: .main) { names.append($0) }
      .dispose(on: disposer)
    store.dispatch(CounterAction.set(42))
    store.dispatch(Renamed(name: "nobody"))
    store.dispatch(Noticed())
    await store.settled()
    #expect(counters.entries == [0, 42])
    #expect(drafts.entries == [nil])
    #expect(names.entries == ["nobody"])
  }

  @Test("Contract 25: listeners of a scope are told of all actions, with the part's state")
  func onAction() async {
    let store = makeStore()
    let told = Log<Int>()
    let actions = Log<any Action>()
    store.scope(\.counter).onAction {
      told.append($0)
      actions.append($1)
    }.dispose(on: disposer)
    store.dispatch(CounterAction.set(42))
    store.dispatch(Noticed())
    await store.settled()
    #expect(told.entries == [42, 42])
    #expect(actions.entries.first is CounterAction)
    #expect(actions.entries.last is Noticed)
  }

  @Test("Contract 26: an action dispatched to a scope reaches the whole store")
  func dispatch() async {
    let store = makeStore()
    let names = Log<String>()
    store.observe { names.append($0.profile.name) }.dispose(on: disposer)
    store.scope(\.counter).dispatch(Renamed(name: "somebody"))
    await store.settled()
    #expect(names.entries == ["nobody", "somebody"])
  }

  @Test("Contract 12: generic code follows a store, and a key path that it was given")
  func generic() async {
    let store = makeStore()
    let states = Log<AppState>()
    let counters = Log<Int>()
    follow(store) { states.append($0) }.dispose(on: disposer)
    follow(store, at: \.counter) { counters.append($0) }.dispose(on: disposer)
    store.dispatch(Noticed())
    await store.settled()
    store.dispatch(CounterAction.set(1))
    store.dispatch(CounterAction.set(1))
    await store.settled()
    #expect(states.entries.map { $0.counter } == [0, 1])
    #expect(counters.entries == [0, 1])
  }

  @Test("A scope is made of a key path in a variable")
  func keyPathInVariable() {
    let store = makeStore()
    let untyped = \AppState.profile.name
    let typed: any KeyPath<AppState, String> & Sendable = \.profile.name
    #expect(store.scope(untyped).state == "nobody")
    #expect(store.scope(typed).state == "nobody")
  }
}
