// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// Subscriptions share a few locks.
///
/// There are more subscriptions here than locks, so that many share one.
struct SharedLockTests {
  private let count = 300
  private let tokens = Recorder<Disposable>()

  @Test func `what goes away with a subscription may end all others`() async {
    let store = makeStore()
    let told = Counter()
    for _ in 0..<count {
      let last = LifetimeToken { [tokens] in tokens.values.forEach { $0.dispose() } }
      tokens.record(
        store.scope(\.counter).observe { _ in
          told.increment()
          withExtendedLifetime(last) {}
        })
    }
    await store.settled()
    #expect(store.connections.count == count)
    tokens.values[count / 2].dispose()
    #expect(store.connections.isEmpty)
    store.send(AppAction.increment)
    #expect(told.value == count)
    _ = tokens.takeValues()
  }

  @Test func `what goes away with a value that waited may end all other subscriptions`() async {
    let store = Store(state: LifetimeToken {}, reducer: .edits)
    let gate = Gate()
    let queue = makeQueue(blockedBy: gate)
    for _ in 0..<count { tokens.record(store.observe(on: queue) { _ in }) }
    // The second change lets go of the value, and from then on only those that wait hold it.
    for _ in 0..<2 {
      store.edit { [tokens] in $0 = LifetimeToken { tokens.values.forEach { $0.dispose() } } }
      await store.reduced()
    }
    tokens.values.forEach { $0.dispose() }
    #expect(store.connections.isEmpty)
    gate.open()
    await store.settled()
    _ = tokens.takeValues()
  }
}
