// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// A service on the global queue received a block for each change, and two blocks could run at
/// once.
///
/// Props arrived out of order in 9 runs of 50. In 7 of them the service ended with stale props.
@Suite struct Pitfall02ServicePropsOutOfOrder {
  private final class Service: ServiceComponent {
    let disposer = Disposer()
    let history = Recorder<Int>()
    var props = 0 { didSet { history.record(props) } }
  }

  @Test func `Pitfall 2: props of a service on a concurrent queue arrive in order`() async {
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
