// SPDX-License-Identifier: MIT

// As much of UIKit as the features need, declared as Swift sees it there.

/// Stands for the class of UIKit.
@preconcurrency @MainActor open class UIViewController {
  /// Whether the view is there.
  public private(set) var isViewLoaded = false

  /// A view controller without a view.
  public init() {}

  /// Called when the view is there.
  open func viewDidLoad() {}

  /// Loads the view, unless it is there.
  public func loadViewIfNeeded() {
    guard !isViewLoaded else { return }
    isViewLoaded = true
    viewDidLoad()
  }
}

/// Stands for the class of UIKit.
@preconcurrency @MainActor public final class UILabel {
  /// What is shown.
  public var text: String?

  /// An empty label.
  public init() {}
}
