// SPDX-License-Identifier: MIT

import Dispatch

// Classes of a framework without actor annotations.

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

/// `true` if the caller runs on the main queue.
var isOnMain: Bool {
  _ = mainIsMarked
  return DispatchQueue.getSpecific(key: mainKey) != nil
}
