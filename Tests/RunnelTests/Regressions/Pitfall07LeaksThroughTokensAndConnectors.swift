// SPDX-License-Identifier: MIT

import Dispatch
import RunnelTestSupport
import Testing

@testable import Runnel

/// A dropped token left its observer, and with it the store, alive for ever; so did a component that was its
/// own connector, through the closure that called it.
@Suite struct Pitfall07LeaksThroughTokensAndConnectors {
  @MainActor private final class OwnConnector: ViewComponent, Connector {
    let disposer = Disposer()
    var props = 0
    let token: LifetimeToken
    init(_ token: LifetimeToken) { self.token = token }
    nonisolated func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> Int {
      state.counter
    }
  }

  @Test("Pitfall 7: a dropped token takes observer and store along")
  func droppedToken() async {
    let tracker = LifetimeTracker()
    do {
      let life = tracker.token()
      let store = Store(state: 0) { [life] _, _ in life.touch() }
      _ = store.observe { [life = tracker.token()] _ in life.touch() }
      let queue = store.engine.queue
      await store.settled()
      await onThread { queue.sync {} }
    }
    #expect(tracker.aliveCount == 0)
  }

  @Test("Pitfall 7: a component that is its own connector, or is passed as one, goes away")
  @MainActor func ownConnector() {
    let tracker = LifetimeTracker()
    let store = makeStore()
    for isPassed in [false, true] {
      let component = OwnConnector(tracker.token())
      if isPassed {
        component.connect(to: store, by: component)
      } else {
        component.connect(to: store)
      }
    }
    #expect(tracker.aliveCount == 0)
    #expect(store.connections.isEmpty)
  }
}
