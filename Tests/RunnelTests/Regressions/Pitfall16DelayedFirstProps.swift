// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// First props arrived a turn of the main queue after the connection: one frame of empty interface.
@Suite struct Pitfall16DelayedFirstProps {
  @Test @MainActor func `Pitfall 16: a view has its first props when connect returns`() {
    let store = makeStore()
    let views = (0..<3).map { _ in CounterView() }
    views[0].connect(to: store.scope(\.counter))
    views[1].connect(to: store, by: CounterConnector())
    views[2].connect(to: store) { state, _ in state.counter + 1 }
    #expect(views.map(\.history) == [[0], [0], [1]])
  }
}
