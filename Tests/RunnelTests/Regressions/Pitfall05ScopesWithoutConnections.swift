// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// A scope was a type of its own, which components could not be connected to: the documented way to put a
/// feature into another module did not compile.
@Suite struct Pitfall05ScopesThatCannotBeConnected {
  /// A feature that knows nothing of the app.
  @MainActor private func startCounter(on store: Store<Int>) -> CounterView {
    let view = CounterView()
    view.connect(to: store)
    return view
  }

  @Test("Pitfall 5: a scope is a store, and is connected like one")
  @MainActor func scopesAreStores() async {
    let store = makeStore()
    let view = startCounter(on: store.scope(\.counter))
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(view.history == [0, 1])
  }
}
