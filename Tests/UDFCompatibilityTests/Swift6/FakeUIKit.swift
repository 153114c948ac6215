// SPDX-License-Identifier: MIT

// What UIKit declares, as Swift sees it: its classes belong to the main actor.

@MainActor class UIViewController {
  private(set) var isViewLoaded = false

  init() {}

  func viewDidLoad() {}

  func loadViewIfNeeded() {
    guard !isViewLoaded else { return }
    isViewLoaded = true
    viewDidLoad()
  }
}

@MainActor class UILabel {
  var text: String?

  init() {}
}
