// SPDX-License-Identifier: MIT

public import Runnel
public import UIKitStandIn

// The README of UDF, "Modularization": somewhere in Counter.framework. It has never heard of the app.

/// What the buttons of the counter say.
public enum CounterAction: Action {
  /// The button "-" was tapped.
  case decrementButtonTapped
  /// The button "+" was tapped.
  case incrementButtonTapped
}

/// Says what the buttons mean to a counter.
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
  /// What is shown: the number.
  public typealias Props = Int

  /// Shows the number.
  public let counterLabel = UILabel()
  /// Owns the connection.
  public var disposer = Disposer()

  /// What is shown.
  public var props: Int = 0 {
    didSet {
      guard isViewLoaded else { return }
      counterLabel.text = "\(props)"
    }
  }
}

/// Connects a counter, and returns what shows it.
public func connectCounter(to store: Store<Int>) -> CounterViewController {
  let counterViewController = CounterViewController()
  counterViewController.loadViewIfNeeded()
  counterViewController.connect(to: store)
  return counterViewController
}
