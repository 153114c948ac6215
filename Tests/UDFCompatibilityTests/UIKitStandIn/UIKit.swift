// SPDX-License-Identifier: MIT

// The part of UIKit that the features need, declared as Swift imports it.

/// A replacement for UIKit's view controller.
@preconcurrency @MainActor open class UIViewController {
  /// A Boolean value that is true after the view has loaded.
  public private(set) var isViewLoaded = false

  /// Creates a view controller without a view.
  public init() {}

  /// Called after the view has loaded.
  open func viewDidLoad() {}

  /// Loads the view if it has not been loaded.
  public func loadViewIfNeeded() {
    guard !isViewLoaded else { return }
    isViewLoaded = true
    viewDidLoad()
  }
}

/// A replacement for UIKit's label.
@preconcurrency @MainActor public final class UILabel {
  /// The text that is shown.
  public var text: String?

  /// Creates an empty label.
  public init() {}
}
