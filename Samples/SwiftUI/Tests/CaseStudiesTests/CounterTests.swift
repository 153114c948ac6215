// SPDX-License-Identifier: MIT

import Runnel
import RunnelTesting
import Testing

@testable import CaseStudies

@Suite struct CounterTests {
  @Test func countingUpAndDown() async {
    let store = TestStore(state: Counter.State(), reducer: Counter.reducer)
      .accepting(Counter.Action.self)
    await store.send(.incremented) { $0.count = 1 }
    await store.send(.decremented) { $0.count = 0 }
    await store.send(.decremented) { $0.count = -1 }
    await store.send(.reset) { $0.count = 0 }
    await store.finish()
  }
}
