// SPDX-License-Identifier: MIT

public import RunnelUDF
public import UIKitStandIn

// "Modularization" in UDF's README: a file of Counter.framework. It does not import the app.

/// The actions of the counter's buttons.
public enum CounterAction: Action {
  case decrementButtonTapped
  case incrementButtonTapped
}

/// Reduces the actions of the buttons.
public func counterReducer(state: inout Int, action: Action) {
  guard let action = action as? CounterAction else { return }

  switch action {
  case .decrementButtonTapped:
    state -= 1
  case .incrementButtonTapped:
    state += 1
  }
}

/// Shows a counter.
public class CounterViewController: UIViewController, ViewComponent {
  /// The number that is shown.
  public typealias Props = Int

  /// The label that shows the number.
  public let counterLabel = UILabel()
  /// The owner of the connection.
  public var disposer = Disposer()

  /// The number that is shown.
  public var props: Int = 0 {
    didSet {
      guard isViewLoaded else { return }
      counterLabel.text = "\(props)"
    }
  }
}

/// Connects a counter and returns the view controller that shows it.
public func connectCounter(to store: Store<Int>) -> CounterViewController {
  let counterViewController = CounterViewController()
  counterViewController.loadViewIfNeeded()
  counterViewController.connect(to: store)
  return counterViewController
}
