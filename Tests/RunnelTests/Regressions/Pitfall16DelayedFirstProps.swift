// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// First props arrived a turn of the main queue after connecting: one frame of empty interface.
@Suite struct Pitfall16FirstPropsATurnLate {
  @Test("Pitfall 16: a view shows its props as soon as connect returns, in any form of it")
  @MainActor func atOnce() {
    let store = makeStore()
    let views = (0..<3).map { _ in CounterView() }
    views[0].connect(to: store, state: \.counter)
    views[1].connect(to: store, by: CounterConnector())
    views[2].connect(to: store) { state, _ in state.counter + 1 }
    #expect(views.map(\.history) == [[0], [0], [1]])
  }
}
