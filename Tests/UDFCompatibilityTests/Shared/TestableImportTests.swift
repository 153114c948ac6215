// SPDX-License-Identifier: MIT

import Dispatch
import Testing

@testable import RunnelUDF

/// A test file of UDF code: `@testable import UDF` becomes `@testable import RunnelUDF`.
@MainActor @Suite struct TestableImportTests {
  private struct Doubling: Connector {
    func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { 2 * state }
  }

  private class SelfConnectingView: NumberView, Connector {
    nonisolated func stateToProps(state: Int, dispatcher: ActionDispatcher) -> Int { 3 * state }
  }

  @Test func `A file with a testable import calls the same functions`() async {
    let reducer: Reducer<Int> = counterReducer
    let store = Store(state: 1, reducer: reducer)
    let (view, listener, disposer) = (NumberView(), NumberListener(), Disposer())
    let (selfConnecting, observed) = (SelfConnectingView(), Log<Int>())
    view.connect(to: store, removeDuplicates: true, by: Doubling())
    selfConnecting.connect(to: store, removeDuplicates: true)
    listener.connect(to: store) { state, _ in state }
    store.observe { observed.append($0) }.dispose(on: disposer)
    await store.settle(after: CounterAction.incremented)
    #expect(view.history == [2, 4])
    #expect(selfConnecting.history == [3, 6])
    #expect(listener.history == [2])
    #expect(observed.entries == [1, 2])
  }
}
