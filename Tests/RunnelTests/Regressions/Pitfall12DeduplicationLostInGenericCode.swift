// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

/// An overload decided whether values were compared, and generic code got the one without
/// `Equatable`.
///
/// An observer received a value that never changed 11 times.
@Suite struct Pitfall12DeduplicationLostInGenericCode {
  private func observe<State: Sendable, Local: Sendable>(
    _ store: Store<State>, _ path: any KeyPath<State, Local> & Sendable, _ calls: Counter
  ) -> [Disposable] {
    [
      store.scope(path).observe { _ in calls.increment() },
      store.scope { $0[keyPath: path] }.observe { _ in calls.increment() },
      store.scope(path).observe(on: .global()) { _ in calls.increment() },
    ]
  }

  @Test func `Pitfall 12: generic code delivers a value only when it has changed`() async {
    let store = makeStore()
    let calls = Counter()
    let tokens = observe(store, \.profile.title, calls) + observe(store, \.rows, calls)
    for _ in 0..<10 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(calls.value == 6)
    store.dispatch(AppAction.retitle("new"))
    await store.settled()
    #expect(calls.value == 9)
    tokens.forEach { $0.dispose() }
  }
}
