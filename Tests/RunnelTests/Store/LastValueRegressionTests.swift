// SPDX-License-Identifier: MIT

import Runnel
import Testing

/// A scope of optional state kept an older value than the last one, if reducers inside and outside
/// of the optional changed it in one action.
@Suite struct LastValueRegressionTests {
  private struct Child: Equatable, Sendable {
    var name = "initial"
    var names: [String] = []
  }

  private struct State: Equatable, Sendable {
    var child: Child? = Child()
  }

  private enum Edit: Action { case change, remove }

  private static let reducer = Reducer<State> {
    Reducer<Child>.updating(Edit.self) { child, action in
      guard case .change = action else { return }
      child.name = "inside"
      child.names.append("inside")
    }
    .ifPresent(\.child)
    Reducer.updating(Edit.self) { state, action in
      switch action {
      case .change:
        state.child?.name = "outside"
        state.child?.names.append("outside")
      case .remove: state.child = nil
      }
    }
  }

  @Test func `Contract 27: the last value is that of the last reducer, inside or outside`()
    async throws
  {
    let store = Store(state: State(), reducer: Self.reducer)
    let scope = try #require(store.ifPresent(\.child))
    store.dispatch(Edit.change)
    await store.settled()
    let last = scope.state
    #expect(last == Child(name: "outside", names: ["inside", "outside"]))
    store.dispatch(Edit.remove)
    await store.settled()
    #expect(scope.state.name == "outside")
  }
}
