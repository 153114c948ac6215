// SPDX-License-Identifier: MIT

import Dispatch
import RunnelUDF
import Testing

/// Components that connect while actions are pending, as in UDF.
///
/// A suspended queue keeps actions pending until the test resumes it.
@MainActor @Suite struct PendingActionsTests {
  private let queue = DispatchQueue(label: "udf.pending")

  /// Returns a store with a pending action that sets its state to 5.
  private func makePendingStore() -> Store<Int> {
    let store = Store(state: 0, reducer: counterReducer, dispatchQueue: queue)
    queue.suspend()
    store.dispatch(CounterAction.set(5))
    return store
  }

  private struct DoublingConnector: Connector {
    func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { 2 * state }
  }

  @Test func `First props include the actions that were dispatched before`() async {
    let store = makePendingStore()
    let views = (0..<5).map { _ in NumberView() }
    let (every, service) = (EveryNumberView(), NumberService())
    views[0].connect(to: store)
    views[1].connect(to: store, by: DoublingConnector())
    views[2].connect(to: store) { number, _ in 3 * number }
    views[3].connect(to: store, state: \.self)
    views[4].connect(to: store.scope(\.self, shouldUpdateLocalState: !=))
    every.connect(to: store)
    service.connect(to: store)
    #expect(views.allSatisfy { $0.history == [] })
    queue.resume()
    await store.settled()
    #expect(views.map(\.history) == [[5], [10], [15], [5], [5]])
    #expect(every.history == [5])
    #expect(service.history == [5])
    await store.settle(after: CounterAction.incremented)
    #expect(views.map(\.props) == [6, 12, 18, 6, 6])
  }

  @Test func `First props of a view never precede an action that was dispatched before`() async {
    let store = makeCounterStore()
    for number in 1...500 {
      let view = NumberView()
      store.dispatch(CounterAction.incremented)
      view.connect(to: store)
      await store.settled()
      #expect(view.history == [number])
    }
  }

  @Test func `Connecting again replaces a connection that has not begun`() async {
    let (pending, other) = (makePendingStore(), makeCounterStore(1))
    let (view, service) = (NumberView(), NumberService())
    for store in [pending, other] {
      view.connect(to: store)
      service.connect(to: store)
    }
    #expect(view.history == [1])
    queue.resume()
    await pending.settled()
    await other.settled()
    #expect(view.history == [1])
    #expect(service.history == [1])
    #expect(pending.connections.isEmpty)
  }

  @Test func `A connection that has not begun ends with its component`() async {
    let store = makePendingStore()
    var view: NumberView? = NumberView()
    view?.connect(to: store)
    weak let released = view
    view = nil
    #expect(released == nil)
    queue.resume()
    await store.settled()
    #expect(store.connections.isEmpty)
  }
}
