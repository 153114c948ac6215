// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// The documented `dispose()` of a token was internal, and its description did not name its origin.
@Suite struct Pitfall06TokensWithoutDispose {
  @Test func `Pitfall 6: a token can be disposed, and its description names its origin`() async {
    let store = makeStore()
    let calls = Counter()
    let line = #line + 1
    let token = store.scope(\.counter).observe { _ in calls.increment() }
    await store.settled()
    #expect(token.debugDescription.hasSuffix(":\(line)"))
    token.dispose()
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(calls.value == 1)
  }
}
