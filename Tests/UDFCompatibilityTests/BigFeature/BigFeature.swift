// SPDX-License-Identifier: MIT

public import RunnelUDF
public import UIKitStandIn

// "Modularization" in UDF's README: a file of BigFeature.framework.

/// The state of the feature.
public struct BigFeature: Equatable, Sendable {
  /// The text of the first screen.
  public var first = "first"
  /// The text of the second screen.
  public var second = "second"

  /// Creates the initial state.
  public init() {}
}

/// The first of several view controllers.
public class FirstViewController: UIViewController, ViewComponent {
  /// The owner of the connection.
  public var disposer = Disposer()
  /// The text that is shown.
  public var props = ""
}

/// Connects the feature and returns its first view controller.
public func connectBigFeature(to store: Store<BigFeature>) -> FirstViewController {
  let firstViewController = FirstViewController()
  firstViewController.connect(
    to: store,
    state: \.first)
  return firstViewController
}
