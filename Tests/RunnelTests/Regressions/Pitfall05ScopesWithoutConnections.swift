// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// A scope had its own type, and components could not be connected to it.
///
/// The documented way to move a feature into another module did not compile.
@Suite struct Pitfall05ScopesWithoutConnections {
  /// A feature that does not import the state of the app.
  @MainActor private func startCounter(on store: Store<Int>) -> CounterView {
    let view = CounterView()
    view.connect(to: store)
    return view
  }

  @Test @MainActor func `Pitfall 5: a component connects to a scope as to any store`() async {
    let store = makeStore()
    let view = startCounter(on: store.scope(\.counter))
    store.dispatch(AppAction.increment)
    await store.settled()
    #expect(view.history == [0, 1])
  }
}
