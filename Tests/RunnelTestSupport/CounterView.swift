// SPDX-License-Identifier: MIT

package import Runnel

/// A view that records its props.
@MainActor package final class CounterView: ViewComponent {
  package let disposer: Disposer
  package private(set) var history: [Int] = []
  package var props = 0 { didSet { history.append(props) } }
  private let token: LifetimeToken?

  package init(_ tracker: LifetimeTracker? = nil, disposer: Disposer = Disposer()) {
    token = tracker?.token()
    self.disposer = disposer
  }
}

package struct CounterConnector: Connector {
  package init() {}

  package func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> Int {
    state.counter
  }
}
