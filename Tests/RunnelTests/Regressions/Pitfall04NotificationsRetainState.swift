// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

/// Each notification was a block with a copy of the whole state.
///
/// While the main thread was busy, blocks piled up and memory grew without bound. Every action
/// copied the arrays that a block still retained.
@Suite struct Pitfall04NotificationsRetainState {
  @Test func `Pitfall 4: notifications pending on a busy queue retain no state`() async {
    let copies = Counter()
    let store = makeLargeStore(count: 100_000, copies: copies)
    let gate = Gate()
    let queue = makeQueue(blockedBy: gate)
    let tokens = [
      store.scope(\.counter).observe(on: queue) { _ in },
      store.scope(\.counter).onAction(on: queue) { _, _ in },
      store.onAction(on: queue) { _ in },
      store.onAction { _ in },
      store.observe(on: queue, delivery: .latest) { _ in },
    ]
    for _ in 0..<1_000 { store.dispatch(AppAction.nothing) }
    await store.reduced()
    #expect(copies.value == 0)
    gate.open()
    await store.settled()
    tokens.forEach { $0.dispose() }
  }
}
