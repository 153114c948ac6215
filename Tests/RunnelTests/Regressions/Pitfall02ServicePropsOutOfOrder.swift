// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// A service that was given the global queue got a block for each change. Two of them ran at once, so props
/// arrived out of order in 9 runs of 50, and in 7 the service ended on stale ones.
@Suite struct Pitfall02ServicePropsOutOfOrder {
  private final class Service: ServiceComponent {
    let disposer = Disposer()
    let history = Recorder<Int>()
    var props = 0 { didSet { history.record(props) } }
  }

  @Test("Pitfall 2: props of a service on a concurrent queue arrive in order, and end on the last")
  func inOrder() async {
    for _ in 0..<100 {
      let store = makeStore()
      let service = Service()
      service.connect(to: store, state: \.counter)
      for _ in 0..<100 { store.dispatch(AppAction.increment) }
      await store.settled()
      #expect(service.history.values == Array(0...100))
      #expect(service.props == 100)
    }
  }
}
