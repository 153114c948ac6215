// SPDX-License-Identifier: MIT

import Dispatch
import Runnel
import RunnelTestSupport
import RunnelTesting
import Testing

/// A service on the global queue received a block for each change, and two blocks could run at
/// once.
///
/// Props arrived out of order in 9 runs of 50. In 7 of them the service ended with stale props.
@Suite struct Pitfall02ServicePropsOutOfOrder {
  @Test func `Pitfall 2: props of a service on a concurrent queue arrive in order`() async {
    for _ in 0..<100 {
      let store = makeStore()
      let service = ServiceRecorder(0, queue: .global())
      service.connect(to: store.scope(\.counter))
      for _ in 0..<100 { store.dispatch(AppAction.increment) }
      await store.settled()
      #expect(service.values == Array(0...100))
    }
  }
}
