// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// Each notification was a block that held a copy of the whole state. While the main thread was busy they piled
/// up, memory grew without bound, and every action copied the arrays that some block still held.
@Suite struct Pitfall04NotificationsHoldTheState {
  @Test("Pitfall 4: notifications that wait for a busy queue hold no state, and cause no copies")
  func waitingNotifications() async {
    struct Large: Sendable {
      var counter = 0
      var array = [Int](repeating: 0, count: 100_000)
    }
    let copies = Counter()
    let store = Store(state: Large()) { state, _ in
      state.counter += 1
      let before = state.array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      state.array[0] += 1
      let after = state.array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      if before != after { copies.increment() }
    }
    let queue = DispatchQueue(label: "runnel.tests.busy")
    let gate = Gate()
    queue.async { gate.pass() }
    let tokens = [
      store.scope(\.counter).observe(on: queue) { _ in },
      store.scope(\.counter).onAction(on: queue) { _, _ in },
      store.observe(on: queue, delivery: .latest) { _ in },
    ]
    for _ in 0..<1_000 { store.dispatch(AppAction.nothing) }
    await onThread { store.waitUntilReduced() }
    #expect(copies.value == 0)
    gate.open()
    await store.settled()
    tokens.forEach { $0.dispose() }
  }
}
