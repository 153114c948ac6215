// SPDX-License-Identifier: MIT

import RunnelUDF
import Testing
import UIKitStandIn

// The counter of UDF's README. `ModularizationTests` has the README's features in other modules.

private struct CounterAppState: Equatable { var counter = 0 }

private enum ButtonAction: Action {
  case decrementButtonTapped
  case incrementButtonTapped
}

private func buttonReducer(state: inout CounterAppState, action: Action) {
  guard let action = action as? ButtonAction else { return }

  switch action {
  case .decrementButtonTapped:
    state.counter -= 1
  case .incrementButtonTapped:
    state.counter += 1
  }
}

private let store = Store<CounterAppState>(state: .init(), reducer: buttonReducer)

private class CounterViewController: UIViewController, ViewComponent {
  typealias Props = Int
  let counterLabel = UILabel()
  var disposer = Disposer()

  var props: Int = 0 {
    didSet {
      guard isViewLoaded else { return }
      counterLabel.text = "\(props)"
    }
  }

  func decreaseButtonTapped() { store.dispatch(ButtonAction.decrementButtonTapped) }

  func increaseButtonTapped() { store.dispatch(ButtonAction.incrementButtonTapped) }
}

@Suite struct ReadmeTests {
  @Test @MainActor func `The counter shows the state after each tap`() async {
    let counterViewController = CounterViewController()
    counterViewController.loadViewIfNeeded()
    counterViewController.connect(to: store, state: \.counter)
    #expect(counterViewController.counterLabel.text == "0")
    counterViewController.increaseButtonTapped()
    counterViewController.increaseButtonTapped()
    counterViewController.decreaseButtonTapped()
    await store.settled()
    #expect(counterViewController.props == 1)
    #expect(counterViewController.counterLabel.text == "1")
  }
}
