// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// The token's `dispose()` was documented and internal, and its description forgot where it had been made.
@Suite struct Pitfall06TokensThatCannotBeDisposed {
  @Test("Pitfall 6: a token can be disposed of by hand, and knows where it was made")
  func tokens() async {
    let store = makeStore()
    let told = Counter()
    let line = #line + 1
    let token = store.scope(\.counter).observe { _ in told.increment() }
    await store.settled()
    #expect(token.debugDescription.hasSuffix(":\(line)"))
    token.dispose()
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(told.value == 1)
  }
}
