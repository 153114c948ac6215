// SPDX-License-Identifier: MIT

import RunnelUDF24
import Testing

/// One line for all views of a module, which the page of RunnelUDF names.
extension ViewComponent { var delivery: Delivery { .every } }

@Suite struct EveryChangeTests {
  private struct Counted: Action {}

  private class CounterView: ViewComponent {
    var disposer = Disposer()
    var history = [Int]()
    var props = 0 { didSet { history.append(props) } }
  }

  @Test @MainActor func `The same, for all views of an app.`() async {
    let store = Store(state: 0) { state, _ in state += 1 }
    let view = CounterView()
    view.connect(to: store)
    for _ in 1...3 { store.dispatch(Counted()) }
    await store.settled()
    #expect(view.history == [0, 1, 2, 3])
  }
}
