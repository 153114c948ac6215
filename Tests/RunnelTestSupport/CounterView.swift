// SPDX-License-Identifier: MIT

package import Runnel

/// A view that records its props.
@MainActor package final class CounterView: ViewComponent {
  package let disposer: Disposer
  package let delivery: Delivery
  package private(set) var history: [Int] = []
  package var props = 0 { didSet { history.append(props) } }
  private let token: LifetimeToken?

  package init(
    _ tracker: LifetimeTracker? = nil, disposer: Disposer = Disposer(), delivery: Delivery = .latest
  ) {
    token = tracker?.token()
    self.disposer = disposer
    self.delivery = delivery
  }
}

package struct CounterConnector: Connector {
  package init() {}

  package func stateToProps(state: AppState, dispatcher: any ActionDispatcher) -> Int {
    state.counter
  }
}
