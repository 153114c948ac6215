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

  @Test func `what goes away with a subscription may end all others`() async {
    let store = makeStore()
    let tokens = Locked<[Disposable]>([])
    let told = Counter()
    for _ in 0..<count {
      let last = OnDeinit { for token in tokens.withLock({ $0 }) { token.dispose() } }
      let token = store.scope(\.counter).observe { _ in
        told.increment()
        withExtendedLifetime(last) {}
      }
      tokens.withLock { $0.append(token) }
    }
    await store.settled()
    #expect(store.connections.count == count)
    tokens.withLock { $0[count / 2] }.dispose()
    #expect(store.connections.isEmpty)
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(told.value == count)
    tokens.withLock { $0 = [] }
  }

  @Test func `what goes away with a value that waited may end all other subscriptions`() async {
    let tokens = Locked<[Disposable]>([])
    let store = Store(state: Held()) { (state: inout Held, action: any Action) in
      guard action is Replace else { return }
      state.value = OnDeinit { for token in tokens.withLock({ $0 }) { token.dispose() } }
    }
    let gate = Gate()
    let queue = DispatchQueue(label: "runnel.tests.held")
    queue.async { gate.pass() }
    for _ in 0..<count {
      let token = store.scope(\.value).observe(on: queue) { _ in }
      tokens.withLock { $0.append(token) }
    }
    store.dispatch(Replace())
    await onThread { store.waitUntilReduced() }
    // The state lets go of the value, and from then on only those that wait hold it.
    store.dispatch(Replace())
    await onThread { store.waitUntilReduced() }
    for token in tokens.withLock({ $0 }) { token.dispose() }
    #expect(store.connections.isEmpty)
    gate.open()
    await store.settled()
    tokens.withLock { $0 = [] }
  }
}

private struct Held: Sendable {
  var value = OnDeinit {}
}

private struct Replace: Action {}

/// Calls a closure when it goes away.
private final class OnDeinit: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  deinit { body() }
}
