// SPDX-License-Identifier: MIT

// What the examples need of UIKit, for systems that have none.

@MainActor class UIView {}

@MainActor class UIViewController {
  var view: UIView?
  func loadView() {}
}

@MainActor class UILabel: UIView {
  private(set) var texts: [String?] = []
  var text: String? { didSet { texts.append(text) } }
}
