// SPDX-License-Identifier: MIT

import RunnelTestSupport
import Testing

@testable import Runnel

/// First props that equalled the default never reached `didSet`, so a view was never drawn. A component that was
/// connected twice had two connections, and its props flipped between two stores.
@Suite struct Pitfall09FirstPropsAndSecondStores {
  @Test(
    "Pitfall 9: first props that equal the default are set, and a second connection replaces the first"
  )
  @MainActor func firstProps() async {
    let stores = [makeStore(), makeStore()]
    let view = CounterView()
    view.connect(to: stores[0], state: \.counter)
    #expect(view.history == [0])
    view.connect(to: stores[1], state: \.counter)
    #expect(view.history == [0, 0])
    for (index, store) in stores.enumerated() {
      store.dispatch(AppAction.set(index + 1))
      await store.settled()
    }
    #expect(view.history == [0, 0, 2])
  }
}
