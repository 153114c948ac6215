// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// Whether values were compared was decided by an overload. Generic code, where the compiler saw no `Equatable`,
/// got the other one: 11 notifications of a value that never changed.
@Suite struct Pitfall12DeduplicationLostInGenericCode {
  private func observe<State: Sendable, Local: Sendable>(
    _ store: Store<State>, _ path: any KeyPath<State, Local> & Sendable, _ told: Counter
  ) -> [Disposable] {
    [
      store.scope(path).observe { _ in told.increment() },
      store.scope { $0[keyPath: path] }.observe { _ in told.increment() },
      store.scope(path).observe(on: .global()) { _ in told.increment() },
    ]
  }

  @Test("Pitfall 12: in generic code a value that never changes is told once")
  func genericCode() async {
    let store = makeStore()
    let told = Counter()
    let tokens = observe(store, \.profile.title, told) + observe(store, \.rows, told)
    for _ in 0..<10 { store.dispatch(AppAction.increment) }
    await store.settled()
    #expect(told.value == 6)
    tokens.forEach { $0.dispose() }
  }
}
