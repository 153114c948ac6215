// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import Testing

/// A token that was released without `dispose()` leaked its observer and its store.
///
/// A component that was its own connector leaked through the closure that called the connector.
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

  @Test func `Pitfall 7: a released token releases its observer and its store`() async {
    let tracker = LifetimeTracker()
    let queue = DispatchQueue(label: "runnel.tests.store")
    do {
      let life = tracker.token()
      let store = Store(state: 0, reducer: { [life] _, _ in life.touch() }, queue: queue)
      _ = store.observe { [life = tracker.token()] _ in life.touch() }
      await store.settled()
    }
    await onThread { queue.sync {} }
    #expect(tracker.aliveCount == 0)
  }

  @Test(arguments: [false, true]) @MainActor
  func `Pitfall 7: a component that is its own connector is deallocated`(isPassed: Bool) {
    let tracker = LifetimeTracker()
    let store = makeStore()
    do {
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
