// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

@Suite @MainActor struct SlowConnectorTests {
  @Test func `A connector that is slow repeatedly does not block the reducers`() async {
    let store = makeStore()
    let view = CounterView()
    let gate = Gate()
    let isBlocked = Locked(false)
    let calls = Counter()
    view.connect(to: store.scope(\.rows)) { rows, _ in
      calls.increment()
      if isBlocked.withLock({ $0 }) {
        gate.pass()
      } else {
        spin(forMicroseconds: 300)
      }
      return rows.count
    }
    for row in 0..<4 {
      store.dispatch(AppAction.append(row))
      await store.settled()
    }
    #expect(calls.value >= 4)
    isBlocked.withLock { $0 = true }
    store.dispatch(AppAction.append(4))
    // The connector blocks the main thread until the store has reduced further actions.
    let opener = Task.detached {
      await onThread {
        for row in 5..<10 { store.dispatch(AppAction.append(row)) }
        store.waitUntilReduced()
        gate.open()
      }
    }
    await opener.value
    await store.settled()
    #expect(view.props == 10)
  }

  @Test func `A connector counts as slow after several slow calls in a row`() {
    var slowness = Slowness()
    for _ in 0..<10 {
      slowness.note(500_000)
      slowness.note(100)
      #expect(!slowness.isGiven)
    }
    for _ in 0..<3 { slowness.note(500_000) }
    #expect(slowness.isGiven)
    for _ in 0..<6 { slowness.note(100) }
    #expect(!slowness.isGiven)
  }
}

/// Uses the processor, as slow code does.
private func spin(forMicroseconds time: UInt64) {
  let end = ProcessorTime.ofThread + time * 1_000
  while ProcessorTime.ofThread < end {}
}
