// SPDX-License-Identifier: MIT

public import Runnel
public import UIKitStandIn

// The README of UDF, "Modularization": somewhere in BigFeature.framework.

/// The state of the feature.
public struct BigFeature: Equatable, Sendable {
  /// What its first screen shows.
  public var first = "first"
  /// What its second screen shows.
  public var second = "second"

  /// The feature as it begins.
  public init() {}
}

/// The first of many view controllers.
public class FirstViewController: UIViewController, ViewComponent {
  /// Owns the connection.
  public var disposer = Disposer()
  /// What is shown.
  public var props = ""
}

/// Connects the feature, and returns its first view controller.
public func connectBigFeature(to store: Store<BigFeature>) -> FirstViewController {
  let firstViewController = FirstViewController()
  firstViewController.connect(
    to: store,
    state: \.first)
  return firstViewController
}
