// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// The result of an effect was applied to the state as it had been when the effect began: a hundred results of +1
/// made 13.
@Suite struct Pitfall29LostUpdates {
  @Test("Pitfall 29: results that come back as actions are applied to the state as it is")
  func results() async {
    let store = makeStore()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask {
          let before = store.state.counter
          await Task.yield()
          #expect(before >= 0)
          store.dispatch(AppAction.increment)
        }
      }
    }
    await store.settled()
    #expect(store.state.counter == 100)
  }
}
