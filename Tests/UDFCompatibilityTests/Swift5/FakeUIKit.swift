// SPDX-License-Identifier: MIT

import Dispatch

// What UIKit declares, as Swift sees it: its classes belong to the main actor, and are imported with
// `@preconcurrency` because they were declared before there were actors.

@preconcurrency @MainActor class UIViewController {
  private(set) var isViewLoaded = false

  init() {}

  func viewDidLoad() {}

  func loadViewIfNeeded() {
    guard !isViewLoaded else { return }
    isViewLoaded = true
    viewDidLoad()
  }
}

@preconcurrency @MainActor class UILabel {
  var text: String?

  init() {}
}

// The same of a framework that has never heard of actors.

class PlainViewController {
  private(set) var isViewLoaded = false

  func viewDidLoad() {}

  func loadViewIfNeeded() {
    guard !isViewLoaded else { return }
    isViewLoaded = true
    viewDidLoad()
  }
}

class PlainLabel {
  var text: String?
}

private let mainKey = DispatchSpecificKey<Bool>()
private let mainIsMarked: Void = DispatchQueue.main.setSpecific(key: mainKey, value: true)

/// Whether the caller runs on the main queue.
var isOnMain: Bool {
  _ = mainIsMarked
  return DispatchQueue.getSpecific(key: mainKey) != nil
}
