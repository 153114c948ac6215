// SPDX-License-Identifier: MIT

import Runnel
import RunnelTestSupport
import Testing

/// First props that equaled the default did not reach `didSet`, so the view was never rendered.
///
/// A component that was connected twice had two connections, and its props alternated between two
/// stores.
@Suite struct Pitfall09FirstPropsAndSecondConnections {
  @Test @MainActor
  func `Pitfall 9: default first props are set, and a second connection replaces the first`() async
  {
    let stores = [makeStore(), makeStore()]
    let view = CounterView()
    view.connect(to: stores[0].scope(\.counter))
    #expect(view.history == [0])
    view.connect(to: stores[1].scope(\.counter))
    #expect(view.history == [0, 0])
    #expect(stores.map(\.connections.count) == [0, 1])
    for (index, store) in stores.enumerated() {
      store.dispatch(AppAction.set(index + 1))
      await store.settled()
    }
    #expect(view.history == [0, 0, 2])
  }
}
